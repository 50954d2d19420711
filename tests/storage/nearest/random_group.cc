#include "tests/storage/nearest/random_group.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "storage/tuple.h"
#include "tests/testing/records.h"

namespace tunedex::testing {
namespace {

using ::tunedex::storage::IndexedBest;
using ::tunedex::storage::SearchOptions;
using ::tunedex::storage::Shape;

constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();

}  // namespace

Shape ShapeWith(std::vector<uint64_t> dimensions) {
  storage::TupleWriter pattern;
  for (size_t i = 0; i < dimensions.size(); ++i) pattern.Dimension(0);
  return {.pattern = pattern.End().Finish(),
          .dimensions = std::move(dimensions)};
}

v1::Argument RandomArgument(std::mt19937_64& random) {
  const auto text = [](uint64_t n) {
    return std::string("a\0b\xff", n % 5) + std::string(n % 3, 'x');
  };
  // A random number of random length.
  const uint64_t number = random() >> (random() % 64);
  switch (random() % 16) {
    case 0:
      return Fixed(static_cast<int64_t>(number));
    case 1:
      return Fixed(-static_cast<int64_t>(number >> 1) - 1);
    case 2:
      return Real(std::ldexp(static_cast<double>(number), -40));
    case 3:
      return Real(-static_cast<double>(number % 3));
    case 4:
      return Text(text(number));
    case 5:
      return Boolean(number % 2 == 0);
    case 6:
      return BigInteger("9223372036854775808" + std::to_string(number));
    case 7:
      return Null();
    default:
      return Dimension(static_cast<int64_t>((number >> 1) | 1));
  }
}

RandomGroup::RandomGroup(uint64_t seed) : random_(seed) {
  const int forms = OneIn(2) ? 1 : 2 + Below(4);
  const bool is_long = OneIn(10);
  for (int i = 0; i < forms; ++i) {
    forms_.push_back(MakeForm(is_long ? 70 : Below(7)));
  }
  cost_kind_ = Below(4);
  is_scrambled_ = OneIn(2);
}

RandomGroup::Form RandomGroup::MakeForm(size_t count) {
  Form form;
  storage::TupleWriter pattern;
  const Values values =
      OneOf<Values>({Values::kFew, Values::kFew, Values::kMany, Values::kHuge});
  for (size_t i = 0; i < count; ++i) {
    Argument argument;
    argument.values = OneIn(3) ? Values::kFew : values;
    argument.value = Value(argument.values);
    argument.like = Below(static_cast<int>(i) + 1);
    argument.rule =
        OneOf<Rule>({Rule::kOwn, Rule::kOwn, Rule::kConstant, Rule::kEqual});
    argument.is_dimension = !OneIn(8);
    if (argument.is_dimension) {
      pattern.Dimension(0);
    } else {
      v1::Argument fixed = RandomArgument(random_);
      if (fixed.has_dimension()) fixed = Null();
      pattern.Argument(fixed);
    }
    form.arguments.push_back(argument);
  }
  form.pattern = pattern.End().Finish();
  return form;
}

uint64_t RandomGroup::Value(Values values) {
  switch (values) {
    case Values::kMany:
      return 1 + Below(60000);
    case Values::kHuge:
      return OneOf<uint64_t>({1, 2, 3, uint64_t{1} << 31, UINT32_MAX,
                              uint64_t{1} << 32, uint64_t{3} << 33,
                              uint64_t{1} << 40, uint64_t{1} << 53,
                              (uint64_t{1} << 53) + 1, uint64_t{1} << 62, kMax,
                              kMax / 7, uint64_t{4294967291} * 3});
    default:
      return OneOf<uint64_t>({1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 48, 64});
  }
}

Shape RandomGroup::New() {
  const Form& form = forms_[Below(static_cast<int>(forms_.size()))];
  Shape shape{.pattern = form.pattern};
  for (size_t i = 0; i < form.arguments.size(); ++i) {
    const Argument& argument = form.arguments[i];
    uint64_t value = 1;
    if (!argument.is_dimension) {
      // Nothing takes part.
    } else if (argument.rule == Rule::kOwn || OneIn(200)) {
      value = Value(argument.values);
    } else if (argument.rule == Rule::kConstant || argument.like == i) {
      value = argument.value;
    } else {
      value = shape.dimensions[argument.like];
    }
    shape.dimensions.push_back(value);
  }
  made_.push_back(shape);
  return shape;
}

Shape RandomGroup::Known() {
  if (made_.empty()) return New();
  return OneOf(made_);
}

uint64_t RandomGroup::Multiplied(uint64_t value) {
  const uint64_t by = OneOf<uint64_t>(
      {1, 1, 2, 3, 4, 6, 12, 30, 2520, 3600, 720720, uint64_t{1} << 20});
  return value <= kMax / by ? value * by : value;
}

Shape RandomGroup::Wanted() {
  if (OneIn(40)) return {.pattern = "?"};
  Shape shape = Known();
  const Form* form = &forms_.front();
  for (const Form& other : forms_) {
    if (other.pattern == shape.pattern) form = &other;
  }
  const int kind = Below(4);
  for (size_t i = 0; i < shape.dimensions.size(); ++i) {
    uint64_t& dimension = shape.dimensions[i];
    if (!form->arguments[i].is_dimension) continue;
    if (kind == 1) dimension = Multiplied(dimension);
    if (kind == 2 && OneIn(2)) dimension = uint64_t{720720} << Below(8);
    if (kind == 3) dimension = OneIn(3) ? uint64_t{1} << 62 : 5040;
  }
  return shape;
}

SearchOptions RandomGroup::Options() {
  SearchOptions options;
  options.only_best = OneIn(2);
  options.exact_only = OneIn(10);
  if (OneIn(4)) {
    options.max_distance_factor =
        OneOf<double>({1, 2, 3, 4, 7.5, 8, 100, 1e6, 1e18, 1e300});
  }
  return options;
}

double RandomGroup::Cost(const Shape& shape) {
  double cost = OneOf<double>({1e-6, 1e-6, 2e-6, 3e-6, 0.7});
  if (cost_kind_ == 1 && OneIn(4)) {
    cost = OneOf<double>({5e-324, 1e-310, 1e300, 1.7e308});
  }
  if (cost_kind_ >= 2) {
    // Estimated costs of different shapes are equal but for rounding.
    cost = 1e-9;
    for (const uint64_t dimension : shape.dimensions) {
      cost *= static_cast<double>(dimension);
    }
    if (!std::isfinite(cost)) cost = 1e300;
  }
  for (int i = Below(4); i > 0; --i) cost = std::nextafter(cost, 1e308);
  return cost;
}

IndexedBest RandomGroup::Best(const Shape& shape) {
  IndexedBest best;
  best.cost_seconds = Cost(shape);
  ++records_;
  // An odd multiplier permutes the numbers modulo a power of two.
  best.sequence = is_scrambled_ ? records_ * 0x9e3779b1 % (1 << 24) : records_;
  std::memcpy(best.record_id.data(), &records_, sizeof(records_));
  return best;
}

}  // namespace tunedex::testing
