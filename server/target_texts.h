#ifndef TUNEDEX_SERVER_TARGET_TEXTS_H_
#define TUNEDEX_SERVER_TARGET_TEXTS_H_

#include <string>

#include "tunedex/v1/lookup_service.pb.h"
#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::server {

// Adds targets as text to the records of one call's answers, which the store
// leaves out: it knows no formats. Records mostly have the target of the one
// before, whose text is used again; so all of them must live as long as this.
class TargetTexts {
 public:
  // To a record.
  void AddTo(v1::StoredRecord& stored);
  // To all records of an answer.
  void AddTo(v1::LookupResponse& response);

 private:
  // The target that was written last, and its text.
  const v1::Target* last_ = nullptr;
  std::string text_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_TARGET_TEXTS_H_
