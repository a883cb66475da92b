#pragma once
#include "api/description/form.hpp"
#include "domain/errors/errc.hpp"

#include <array>
#include <span>
#include <string>

/// What a route takes and gives, said once. From these rows come the checks of parameters, help texts of the command
/// line and the OpenAPI document; every answer that a test gets is compared with them.
namespace paylink {

/// Whether a member of a record is there.
enum class presence : std::uint8_t {
  always,
  nullable, ///< Always there; `null`: no value.
  optional, ///< May be left out.
  withheld, ///< May be left out, or be `null`, which says the same.
};

struct member_description {
  std::string_view name;
  form has;
  std::string_view sentence;
  presence is = presence::always;
  std::string_view example{}; ///< In place of the form's; a nullable member without one is shown as `null`.
  bool is_in_example = true;  ///< Whether the record's example has it: an optional one may be in the way of trying it.
};

struct record_description {
  std::string_view name; ///< In UpperCamelCase, as documents name schemas.
  std::string_view sentence;
  std::span<const member_description> members;
  bool is_closed = false;      ///< Of a request: other members are refused.
  bool needs_a_member = false; ///< One at least.
};

/// A parameter of a query or a path, or a header.
struct parameter_description {
  std::string_view name;
  form has;
  std::string_view sentence; ///< Without a dot at its end, as the command line's help needs it.
  std::string_view preset{}; ///< What holds where it is not given; empty: nothing.
  bool is_required = false;
};

/// What the body of an answer is.
enum class answer_shape : std::uint8_t {
  record,   ///< In the envelope's `data`.
  page,     ///< A page of a list there, `meta` says whether more follow.
  rows,     ///< A list there that is whole.
  text,     ///< Plain text for people.
  document, ///< A JSON document that is described elsewhere.
  nothing,  ///< Whatever it is, nobody reads it.
};

struct answer_description {
  std::string_view status{}; ///< `200`, or `4XX`.
  std::string_view sentence{};
  answer_shape shape = answer_shape::record;
  const record_description* record = nullptr;
  std::span<const std::string_view> headers{}; ///< Beside those of every answer.
};

using described_parameters = std::span<const parameter_description>;

/// What one route takes and gives. Method and path stand in the route table, with whom it is open to, which decides
/// about errors that all such routes have.
struct route_description {
  std::string_view id; ///< `listPaymentLinks`: what a generated client calls it.
  std::string_view tag;
  std::string_view summary;
  std::string_view details{};
  std::array<described_parameters, 3> query{};
  described_parameters headers{};
  std::array<const record_description*, 3> bodies{}; ///< One of these; none: no body.
  std::array<answer_description, 2> answers{};       ///< Those without a status are none.
  std::array<errc, 8> errors{};                      ///< Beside those that its access brings; `ok` is none.
};

/// The parameter of a route's query called `name`; null when there is none.
const parameter_description* find_parameter(const route_description& route, std::string_view name);

/// "status must be one of pending, succeeded, …": what a caller is told whose value has another form.
std::string expectation_of(const parameter_description& parameter);

/// The sentence, with the words that may be given: help for one who types it.
std::string help_of(const parameter_description& parameter);

} // namespace paylink
