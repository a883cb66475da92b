#include "domain/errors/field_fault.hpp"

namespace paylink {

namespace {

constexpr fault_code codes[]{
    {"required", "The member is missing."},
    {"amount_required", "The amount is missing; in this Banking Mode a link needs a fixed amount."},
    {"unknown_member", "There is no member or parameter with this name."},
    {"unchangeable", "The record has this member, but the call cannot change it."},
    {"null", "`null` is not allowed: leave the member out."},
    {"type", "The value has the wrong JSON type."},
    {"format", "The value is not in the required format."},
    {"too_small", "The value is below the minimum."},
    {"too_large", "The value is above the maximum, or there are too many values."},
    {"too_long", "The text is too long."},
    {"not_https", "The address does not begin with `https://`."},
    {"blocked_address", "The address is in a network, or has a port, that the service does not call."},
    {"check_failed", "The endpoint did not take a test event; the message says what it did."},
    {"in_the_past", "The time has passed."},
    {"restarted", "The position is of another epoch, or behind the last event: fetch without `after`."},
    {"too_far", "The time is too far ahead."},
    {"not_found", "Nothing with this id exists here."},
    {"not_allowed", "Your role does not allow this value."},
    {"refused_by_bank", "The bank does not accept the value; the message is the bank's."},
    {"taken", "Something else here has this id."},
    {"deleted", "What the call needs was too old to be kept."},
    {"unexplained", "The balances of a statement differ from its entries by the amount in `value`."},
    {"not_needed", "The member has no use in this call: leave it out."},
    {"unfinished", "The call would end something that is still being done; the message says how much."},
};

} // namespace

std::span<const fault_code> fault_codes() { return codes; }

} // namespace paylink
