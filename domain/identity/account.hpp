#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/identity/workspace.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <optional>
#include <string>

namespace paylink {

/// A person's account.
struct user_account {
  user_id id;
  std::string email, name, plan;
  language lang = language::vi;
  bool is_active = true;
  bool has_second_factor = false;
  timestamp created_at{};
};

/// What a person gives for an account; absent: not given.
struct account_request {
  std::optional<std::string> email, password, name, locale;
};

inline constexpr std::chrono::hours sign_up_life{24};
inline constexpr int sign_ups_per_address = 5; ///< The newest, whose links work.
inline constexpr std::chrono::hours recovery_life{1};
/// How long nobody is a stranger who comes from where, or with the device with which, an account was signed in to.
inline constexpr std::chrono::hours household_life{24 * 90};
inline constexpr std::chrono::hours device_life{24 * 180};
inline constexpr int households_per_user = 20; ///< The newest.
inline constexpr std::chrono::hours invitation_life{24 * 7};

/// The faults of a request for a new account, in the order of its members.
field_faults check_new_account(const account_request& request);

/// 8 to 128 characters, with a lowercase letter, an uppercase letter and a digit. Spaces count, and nothing is trimmed.
std::optional<field_fault> check_password(const std::optional<std::string>& password, std::string_view field);
std::optional<field_fault> check_person_name(const std::optional<std::string>& name);
std::optional<field_fault> check_email(const std::optional<std::string>& email);
std::optional<field_fault> check_locale(const std::optional<std::string>& locale);

} // namespace paylink
