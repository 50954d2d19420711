#ifndef TUNEDEX_STORAGE_DISTANCE_H_
#define TUNEDEX_STORAGE_DISTANCE_H_

#include "storage/nearest/shape.h"
#include "tunedex/v1/workload.pb.h"

namespace tunedex::storage {

// The workload distance factor of a stored workload to the wanted one: how much
// more work the wanted one is, if the stored one's schedule applies at all.
//
// Infinite if framework, hash or argument count differ. Else, from left to
// right: two dimensions give wanted / stored if it divides without remainder;
// all other arguments must be equal and of the same type; otherwise it is
// infinite. The factor is the product in double precision, in that order.
// 1 exactly when the workloads are identical.
//
// The rule is calc_workload_dis_factor of TVM's auto_scheduler, made safe:
// there zero, negative and non-integer arguments divide too, and can give
// negative factors or errors.
double DistanceFactor(const v1::Workload& wanted, const v1::Workload& stored);

// The same for shapes of one framework and hash.
double DistanceFactor(const Shape& wanted, const Shape& stored);

// Whether a stored argument lets the schedule serve the wanted one: it divides
// it or is equal to it, as above.
bool Applies(const v1::Argument& wanted, const v1::Argument& stored);

// Whether two arguments are equal and of the same type.
bool SameArgument(const v1::Argument& a, const v1::Argument& b);

}  // namespace tunedex::storage

#endif  // TUNEDEX_STORAGE_DISTANCE_H_
