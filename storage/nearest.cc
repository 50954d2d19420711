#include "storage/nearest.h"

#include <algorithm>
#include <utility>

#include "storage/cost.h"
#include "storage/nearest/search.h"
#include "storage/nearest/streamed_search.h"

namespace tunedex::storage {
namespace {

Candidate ToCandidate(const FoundShape& found, std::string arguments) {
  return {.arguments = std::move(arguments),
          .record_id = std::string(found.best.record_id.data(),
                                   found.best.record_id.size()),
          .sequence = found.best.sequence,
          .distance_factor = found.distance_factor,
          .estimated_cost_seconds = found.estimated_cost_seconds};
}

bool ComesBefore(const Candidate& a, const Candidate& b) {
  if (a.exact() != b.exact()) return a.exact();
  return Rank{a.estimated_cost_seconds, a.sequence} <
         Rank{b.estimated_cost_seconds, b.sequence};
}

}  // namespace

// The candidates of one group, by its index or, if it is too large for one, by
// reading it.
class NearestCursor::Source {
 public:
  Source(const Engine& engine, const GroupKey& group,
         std::optional<GroupSnapshot> snapshot, const NearestQuery& query,
         bool only_best)
      : snapshot_(std::move(snapshot)) {
    const SearchOptions options = {
        .exact_only = query.exact_only,
        .max_distance_factor = query.max_distance_factor,
        .only_best = only_best};
    if (snapshot_.has_value()) {
      search_.emplace(*snapshot_, query.shape, options);
    } else {
      streamed_.emplace(engine, group, query.shape, options);
    }
  }

  // The best that was not taken yet; only after Advance.
  const std::optional<Candidate>& next() const { return next_; }
  Candidate Take() { return *std::exchange(next_, std::nullopt); }

  absl::Status Advance() {
    if (streamed_.has_value()) {
      absl::StatusOr<std::optional<StreamedSearch::Found>> found =
          streamed_->Next();
      if (!found.ok()) return found.status();
      if (found->has_value()) {
        next_ = ToCandidate(**found, (*found)->arguments);
      }
      return absl::OkStatus();
    }
    if (const std::optional<FoundShape> found = search_->Next()) {
      next_ = ToCandidate(*found, EncodeShape(search_->ShapeAt(*found)));
    }
    return absl::OkStatus();
  }

 private:
  const std::optional<GroupSnapshot> snapshot_;
  // One of both.
  std::optional<GroupSearch> search_;
  std::optional<StreamedSearch> streamed_;
  std::optional<Candidate> next_;
};

NearestCursor::NearestCursor(const Engine& engine, IndexCache& index,
                             std::vector<GroupKey> groups,
                             const NearestQuery& query, bool only_best)
    : engine_(engine),
      index_(index),
      groups_(std::move(groups)),
      query_(query),
      only_best_(only_best) {}

NearestCursor::~NearestCursor() = default;

absl::Status NearestCursor::Open() {
  for (const GroupKey& group : groups_) {
    absl::StatusOr<std::optional<GroupSnapshot>> snapshot = index_.Get(group);
    if (!snapshot.ok()) return snapshot.status();
    auto source = std::make_unique<Source>(engine_, group, *std::move(snapshot),
                                           query_, only_best_);
    const absl::Status advanced = source->Advance();
    if (!advanced.ok()) return advanced;
    if (source->next().has_value()) sources_.push_back(std::move(source));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<Candidate>> NearestCursor::Next() {
  if (!is_open_) {
    const absl::Status opened = Open();
    if (!opened.ok()) return opened;
    is_open_ = true;
  }
  while (!sources_.empty()) {
    const auto best = std::min_element(
        sources_.begin(), sources_.end(), [](const auto& a, const auto& b) {
          return ComesBefore(*a->next(), *b->next());
        });
    Candidate candidate = (*best)->Take();
    if (only_best_) {
      sources_.clear();
      return candidate;
    }
    const absl::Status advanced = (*best)->Advance();
    if (!advanced.ok()) return advanced;
    if (!(*best)->next().has_value()) sources_.erase(best);
    // A workload of several kinds, or of several parts of a group, comes first
    // with its best record.
    if (given_.insert(candidate.arguments).second) return candidate;
  }
  return std::nullopt;
}

}  // namespace tunedex::storage
