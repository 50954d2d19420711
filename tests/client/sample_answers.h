#ifndef TUNEDEX_TESTS_CLIENT_SAMPLE_ANSWERS_H_
#define TUNEDEX_TESTS_CLIENT_SAMPLE_ANSWERS_H_

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "tunedex/v1/lookup_service.pb.h"

namespace tunedex::cli {

template <typename Message>
Message ParseText(const char* text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return message;
}

// A record with every kind of argument.
inline v1::StoredRecord SampleRecord() {
  return ParseText<v1::StoredRecord>(R"pb(
    record_id: "00112233445566778899aabbccddeeff"
    record {
      workload {
        framework: "auto_scheduler"
        structural_hash: "matmul"
        arguments { dimension: 256 }
        arguments { fixed_integer: -1 }
        arguments { real: 0.5 }
        arguments { text: "float32" }
        arguments { boolean: true }
        arguments { null {} }
        arguments { big_integer: "18446744073709551615" }
        arguments { big_integer: "-99999999999999999999" }
      }
      measurement {
        costs_seconds: 0.002
        costs_seconds: 0.004
        timestamp_seconds: 1614689820
      }
      versions { log_version: "v0.6" }
      log_line: "{\"i\": [], \"v\": \"v0.6\"}"
    }
    cost_seconds: 0.003
    sources { name: "farm-7" first_pushed_at_micros: 1700000000250000 }
    sources { name: "farm-8" first_pushed_at_micros: 1700000001000000 }
    added_models: "t4"
    sequence: 17
    target_text: "cuda -keys=cuda,gpu -arch=sm_75"
  )pb");
}

// A compatible answer, with one alternative.
inline v1::LookupResponse SampleAnswer() {
  v1::LookupResponse answer = ParseText<v1::LookupResponse>(R"pb(
    outcome: OUTCOME_COMPATIBLE
    matches {
      outcome: OUTCOME_COMPATIBLE
      distance_factor: 2
      measured_cost_seconds: 0.003
      estimated_cost_seconds: 0.006
      scope: "key:cuda"
      argument_differences {
        index: 0
        wanted { dimension: 512 }
        stored { dimension: 256 }
      }
      target_differences { attribute: "arch" wanted: "sm_86" stored: "sm_75" }
    }
    revision: 5
  )pb");
  *answer.mutable_matches(0)->mutable_stored() = SampleRecord();
  *answer.mutable_matches(0)->add_alternatives() = SampleRecord();
  return answer;
}

inline v1::LookupResponse SampleMiss() {
  return ParseText<v1::LookupResponse>(R"pb(
    outcome: OUTCOME_NONE
    miss {
      reason: MISS_REASON_EXCLUDED_BY_CONSTRAINTS
      scopes_tried: "target"
      scopes_tried: "key:cuda"
      excluded_by { constraint: "log_version" wanted: "v0.5" found: "v0.6" }
    }
  )pb");
}

// A miss with a rejected candidate of every reason.
inline v1::LookupResponse SampleRejections() {
  auto answer = ParseText<v1::LookupResponse>(R"pb(
    outcome: OUTCOME_NONE
    miss {
      reason: MISS_REASON_NO_COMPATIBLE_SHAPE
      scopes_tried: "key:cuda"
      rejected {
        record_id: "aa"
        arguments { dimension: 8 }
        arguments { dimension: 512 }
        arguments { dimension: 3 }
        reason: REJECTION_REASON_ARGUMENT
        offending_arguments: 2
        first_offending_argument {
          index: 1
          wanted { dimension: 500 }
          stored { dimension: 512 }
        }
      }
      rejected {
        record_id: "bb"
        arguments { dimension: 8 }
        reason: REJECTION_REASON_ARGUMENT_COUNT
        offending_arguments: 2
      }
      rejected {
        record_id: "cc"
        arguments { dimension: 8 }
        reason: REJECTION_REASON_EXACT_ONLY
        distance_factor: 4
      }
      rejected {
        record_id: "dd"
        arguments { dimension: 8 }
        reason: REJECTION_REASON_DISTANCE_FACTOR
        distance_factor: 16
      }
      rejected {
        record_id: "ee"
        arguments { dimension: 8 }
        reason: REJECTION_REASON_CONSTRAINTS
        distance_factor: 1
        excluded_by { constraint: "log_version" wanted: "v0.5" found: "v0.6" }
      }
    }
  )pb");
  for (auto& rejected : *answer.mutable_miss()->mutable_rejected()) {
    rejected.set_scope("key:cuda");
    rejected.set_measured_cost_seconds(0.5);
  }
  return answer;
}

}  // namespace tunedex::cli

#endif  // TUNEDEX_TESTS_CLIENT_SAMPLE_ANSWERS_H_
