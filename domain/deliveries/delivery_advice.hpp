#pragma once
#include "domain/deliveries/delivery.hpp"

#include <array>
#include <iosfwd>
#include <string_view>

namespace paylink {

/// Whether the service tries again after a failure of one class.
enum class retried {
  always,
  never,
  sometimes, ///< `when` says on what it depends.
};

/// What the documentation says about one class of failures.
struct delivery_advice {
  failure_class failed_by;
  std::string_view meaning;
  retried is_retried;
  std::string_view when; ///< For `sometimes`; empty otherwise.
  std::string_view advice;
};

/// One row for each class except `none`, in the order of the classes. `docs/callbacks.md` has it as a table.
extern const std::array<delivery_advice, 9> delivery_advices;

/// The row of a class, which must not be `none`.
const delivery_advice& advise(failure_class failed_by);

/// The part of `docs/callbacks.md` that is generated from the table.
void print_delivery_advice(std::ostream& out);

/// The part of `docs/callbacks.md` that shows when each attempt is made, with the defaults of the retry policy.
void print_retry_schedule(std::ostream& out);

} // namespace paylink
