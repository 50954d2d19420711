#ifndef TUNEDEX_SERVER_TARGET_TEXTS_H_
#define TUNEDEX_SERVER_TARGET_TEXTS_H_

#include <string>

#include "tunedex/v1/record.pb.h"
#include "tunedex/v1/target.pb.h"

namespace tunedex::server {

// Gives targets as text, which the store leaves out of answers: it knows no
// formats. The records of one call mostly have the target of the one
// before, whose text is used again.
class TargetTexts {
 public:
  // Adds that of a record.
  void AddTo(v1::StoredRecord& stored);
  // Of a target.
  const std::string& Of(const v1::Target& target);

 private:
  // The target that was written last, if any was, and its text.
  v1::Target last_;
  std::string text_;
};

}  // namespace tunedex::server

#endif  // TUNEDEX_SERVER_TARGET_TEXTS_H_
