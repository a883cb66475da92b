#include "domain/errors/field_fault.hpp"

namespace paylink {

namespace {

constexpr fault_code codes[]{
    {"required", "The member is missing."},
    {"amount_required", "The amount is missing; in this Banking Mode a link needs a fixed amount."},
    {"unknown_member", "Unknown member or parameter."},
    {"unchangeable", "The record has this member, but the call cannot change it."},
    {"null", "`null` is not allowed: omit the member."},
    {"type", "The value has the wrong JSON type."},
    {"format", "The value is not in the required format."},
    {"too_small", "The value is below the minimum."},
    {"too_large", "The value is above the maximum, or there are too many values."},
    {"too_long", "The text is too long."},
    {"not_https", "The address does not begin with `https://`."},
    {"blocked_address", "The address's network or port is blocked."},
    {"check_failed", "The endpoint did not accept a test event; the message gives its response."},
    {"in_the_past", "The time is in the past."},
    {"restarted", "The position is of another epoch, or after the last event: fetch without `after`."},
    {"too_far", "The time is too far in the future."},
    {"not_found", "Nothing with this id exists here."},
    {"not_allowed", "Your role does not allow this value."},
    {"refused_by_bank", "The bank rejects the value; the message is the bank's."},
    {"taken", "The id is already in use."},
    {"deleted", "Data that the call needs has been deleted because of its age."},
    {"unexplained", "The balances of a statement differ from its entries by the amount in `value`."},
    {"not_needed", "The member has no effect in this call: omit it."},
    {"unfinished", "The call would interrupt work in progress; the message says how much."},
};

} // namespace

std::span<const fault_code> fault_codes() { return codes; }

} // namespace paylink
