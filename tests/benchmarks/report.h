#ifndef TUNEDEX_TESTS_BENCHMARKS_REPORT_H_
#define TUNEDEX_TESTS_BENCHMARKS_REPORT_H_

#include <string>

namespace tunedex::benchmarks {

// The outcome of a benchmark: a line to standard output for each target, with
// what was measured, what is wanted, and "ok" or "MISSED".
class Report {
 public:
  void AtLeast(const std::string& what, double measured, double wanted,
               const std::string& unit = "");
  void AtMost(const std::string& what, double measured, double wanted,
              const std::string& unit = "");

  // A figure without a target.
  void Note(const std::string& what, double measured,
            const std::string& unit = "");

  // 1 if a target was missed.
  int ExitStatus() const { return missed_ ? 1 : 0; }

 private:
  void Print(const std::string& what, double measured, const std::string& unit,
             const std::string& wanted, bool met);

  bool missed_ = false;
};

}  // namespace tunedex::benchmarks

#endif  // TUNEDEX_TESTS_BENCHMARKS_REPORT_H_
