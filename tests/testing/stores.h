#ifndef TUNEDEX_TESTS_TESTING_STORES_H_
#define TUNEDEX_TESTS_TESTING_STORES_H_

#include <memory>
#include <string>
#include <vector>

#include "storage/engine.h"
#include "storage/store.h"

namespace tunedex::testing {

// An engine, and a store over one, in a data folder; fail the test if it cannot
// be opened.
std::unique_ptr<storage::Engine> OpenEngine(const std::string& data_dir);
std::unique_ptr<storage::Store> OpenStore(const std::string& data_dir,
                                          storage::Store::Options options = {});

// Pushes records and gives their ids; fails the test if they are not stored.
std::vector<std::string> Push(storage::Store& store,
                              const std::vector<v1::TuningRecord>& records,
                              const std::string& source = "test",
                              const std::string& model = "");

}  // namespace tunedex::testing

#endif  // TUNEDEX_TESTS_TESTING_STORES_H_
