#include "tests/benchmarks/report.h"

#include <iostream>

#include "absl/strings/str_format.h"

namespace tunedex::benchmarks {
namespace {

std::string WithUnit(double value, const std::string& unit) {
  return absl::StrFormat("%.5g%s%s", value, unit.empty() ? "" : " ", unit);
}

}  // namespace

void Report::AtLeast(const std::string& what, double measured, double wanted,
                     const std::string& unit) {
  Print(what, measured, unit, ">= " + WithUnit(wanted, unit),
        measured >= wanted);
}

void Report::AtMost(const std::string& what, double measured, double wanted,
                    const std::string& unit) {
  Print(what, measured, unit, "<= " + WithUnit(wanted, unit),
        measured <= wanted);
}

void Report::Note(const std::string& what, double measured,
                  const std::string& unit) {
  std::cout << absl::StrFormat("  %-52s %s\n", what, WithUnit(measured, unit))
            << std::flush;
}

void Report::Print(const std::string& what, double measured,
                   const std::string& unit, const std::string& wanted,
                   bool met) {
  missed_ |= !met;
  std::cout << absl::StrFormat("  %-52s %-18s %-18s %s\n", what,
                               WithUnit(measured, unit), wanted,
                               met ? "ok" : "MISSED")
            << std::flush;
}

}  // namespace tunedex::benchmarks
