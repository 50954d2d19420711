#ifndef TUNEDEX_STORAGE_SCOPE_H_
#define TUNEDEX_STORAGE_SCOPE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::storage {

// A set of targets that share something, from narrow to wide: one machine, one
// model, one architecture, one key. Records are filed under every scope of
// their target; a query walks those of its own.
struct Scope {
  // What an answer shows: "target", "model:t4", "arch:sm_75", "key:cuda".
  std::string name;
  // What records are filed under. As `name`, except that the target scope
  // carries the identity: "target:" and its attributes.
  std::string filed_under;
};

// The scopes of a normalised target in the order in which a query walks them:
// its identity, its model, its architecture, each of its keys in order. A bare
// kind names no machine and has keys only.
//
// The identity is what of model, device, mcpu, march, arch, mattr (as a set),
// mtriple, mabi and mfloat-abi is set; the architecture is the first set of
// arch, mcpu and march.
std::vector<Scope> ScopesOf(const v1::Target& target);

// The scope of a model name, as ScopesOf gives it.
Scope ModelScope(absl::string_view model);

// The value under which an attribute is compared: "kind", "keys" (joined by
// commas), "model", "device", or one of the attributes; "mattr" in sorted
// order. Empty: not set.
std::string ComparableAttribute(const v1::Target& target,
                                absl::string_view name);

// Whether two targets are the same, field by field. Equal ones may differ in
// the order of "mattr", which ComparableAttribute does not see.
bool SameTarget(const v1::Target& a, const v1::Target& b);

// The names of all that is set in either target, in order.
std::vector<std::string> AttributeNames(const v1::Target& a,
                                        const v1::Target& b);

// Bytes that are equal for equal targets only.
std::string EncodeTarget(const v1::Target& target);

// The value of an attribute in bytes of EncodeTarget, as ComparableAttribute
// gives it. DATA_LOSS for other bytes.
absl::StatusOr<std::string> EncodedAttribute(absl::string_view encoded_target,
                                             absl::string_view name);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_SCOPE_H_
