#include "domain/errors/field_fault.hpp"

namespace paylink {

namespace {

constexpr fault_code codes[]{
    {"required", "The member is missing."},
    {"amount_required", "The amount is missing, and in this Banking Mode a link has a fixed one."},
    {"unknown_member", "There is no member, or no parameter, of this name."},
    {"null", "`null` is no value here: leave the member out."},
    {"type", "The value has another JSON type than the member."},
    {"format", "The value is not written as it must be."},
    {"too_small", "The value is below the least."},
    {"too_large", "The value is above the greatest, or there are too many."},
    {"too_long", "The text is too long."},
    {"not_https", "The address does not begin with `https://`."},
    {"blocked_address", "The address lies in a network, or has a port, that is not called."},
    {"in_the_past", "The time has passed."},
    {"too_far", "The time is too far ahead."},
    {"not_found", "What the id names does not exist here."},
};

} // namespace

std::span<const fault_code> fault_codes() { return codes; }

} // namespace paylink
