#include "formats/json_number.h"

#include <limits>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace tunedex::formats {
namespace {

TEST(JsonNumberTest, KnowsTheGrammar) {
  for (const absl::string_view text :
       {"0", "-0", "10", "-12345678901234567890"}) {
    EXPECT_EQ(NumberGrammarOf(text), NumberGrammar::kInteger) << text;
  }
  for (const absl::string_view text :
       {"0.0", "-1.50", "1e5", "1E+5", "1e-05", "0e0", "12.5e3"}) {
    EXPECT_EQ(NumberGrammarOf(text), NumberGrammar::kReal) << text;
  }
  for (const absl::string_view text :
       {"", "-", "+1", "01", "-01", "1.", ".1", "1.e5", "1e", "1e+", "1.5x",
        "0x1", "1 ", " 1", "--1", "1e5.5", "NaN"}) {
    EXPECT_EQ(NumberGrammarOf(text), NumberGrammar::kNotANumber) << text;
  }
}

TEST(JsonNumberTest, GivesTheNearestDouble) {
  struct Case {
    absl::string_view text;
    double value;
  };
  const Case cases[] = {
      {"0.1", 0.1},
      {"18446744073709551616", 18446744073709551616.0},
      {"1e-400", 0},
      {"-1e-999999999999999999999", 0},
      {"2.2250738585072011e-308", 2.2250738585072011e-308},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
  };
  for (const Case& c : cases) {
    double value = -1;
    EXPECT_TRUE(ParseDouble(c.text, value)) << c.text;
    EXPECT_EQ(value, c.value) << c.text;
  }
}

TEST(JsonNumberTest, RefusesWhatIsTooLarge) {
  for (const absl::string_view text :
       {"1e309", "-1e309", "1e18446744073709551617", "1.8e308"}) {
    double value = 0;
    EXPECT_FALSE(ParseDouble(text, value)) << text;
  }
}

}  // namespace
}  // namespace tunedex::formats
