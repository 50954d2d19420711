#include "storage/nearest/shape.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "storage/tuple.h"

namespace tunedex::storage {
namespace {

// Adds the next argument to a pattern.
absl::Status ReadArgument(TupleReader& reader, TupleWriter& pattern,
                          Shape& shape) {
  if (const std::optional<int64_t> dimension = reader.Dimension()) {
    if (*dimension < 1) {
      return absl::DataLossError(
          "a stored key is damaged: a dimension is not positive");
    }
    shape.dimensions.push_back(static_cast<uint64_t>(*dimension));
    pattern.Dimension(0);
    return absl::OkStatus();
  }
  const absl::string_view before = reader.rest();
  const absl::StatusOr<v1::Argument> fixed = reader.Argument();
  if (!fixed.ok()) return fixed.status();
  shape.dimensions.push_back(1);
  pattern.Raw(before.substr(0, before.size() - reader.rest().size()));
  return absl::OkStatus();
}

}  // namespace

Shape ShapeOf(const v1::Workload& workload) {
  Shape shape;
  shape.dimensions.reserve(workload.arguments_size());
  TupleWriter pattern;
  for (const v1::Argument& argument : workload.arguments()) {
    if (argument.has_dimension()) {
      shape.dimensions.push_back(static_cast<uint64_t>(argument.dimension()));
      pattern.Dimension(0);
    } else {
      shape.dimensions.push_back(1);
      pattern.Argument(argument);
    }
  }
  shape.pattern = pattern.End().Finish();
  return shape;
}

absl::Status DecodeShape(absl::string_view encoded_arguments, Shape& shape) {
  shape.dimensions.clear();
  shape.pattern.clear();
  TupleReader reader(encoded_arguments);
  TupleWriter pattern(std::move(shape.pattern));
  while (!reader.End()) {
    const absl::Status read = ReadArgument(reader, pattern, shape);
    if (!read.ok()) return read;
  }
  if (!reader.rest().empty()) {
    return absl::DataLossError("a stored key is damaged: bytes follow the end");
  }
  shape.pattern = pattern.End().Finish();
  return absl::OkStatus();
}

std::string EncodeShape(const Shape& shape) {
  TupleReader pattern(shape.pattern);
  TupleWriter writer;
  size_t i = 0;
  while (!pattern.End()) {
    const absl::string_view before = pattern.rest();
    if (pattern.Dimension().has_value()) {
      writer.Dimension(static_cast<int64_t>(shape.dimensions[i]));
    } else {
      pattern.Argument().IgnoreError();  // Was read once before.
      writer.Raw(before.substr(0, before.size() - pattern.rest().size()));
    }
    ++i;
  }
  return writer.End().Finish();
}

}  // namespace tunedex::storage
