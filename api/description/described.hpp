#pragma once
#include "api/description/form.hpp"
#include "domain/errors/errc.hpp"

#include <array>
#include <span>
#include <string>

/// The single description of a route's input and output. The parameter checks, the command line's help and the OpenAPI
/// document are made from these rows; every answer in the tests is compared with them.
namespace paylink {

/// Whether a member of a record is there.
enum class presence : std::uint8_t {
  always,
  nullable, ///< Always there; `null`: no value.
  optional, ///< May be left out.
  withheld, ///< May be left out or `null`, which means the same.
};

struct member_description {
  std::string_view name;
  form has;
  std::string_view sentence;
  presence is = presence::always;
  std::string_view example{}; ///< Replaces the form's; a nullable member without one is shown as `null`.
  bool is_in_example = true;  ///< Whether the record's example has it: an optional one may be in the way of trying it.
  bool widens_rights = false; ///< Of a request: it gives somebody rights, or changes what protects them.
  bool is_fingerprinted = true; ///< Of a request with an idempotency key: it must be the same in a repeated call.
};

struct record_description {
  std::string_view name; ///< In UpperCamelCase, as documents name schemas.
  std::string_view sentence;
  std::span<const member_description> members{};
  bool is_closed = false;      ///< Of a request: other members are refused.
  bool needs_a_member = false; ///< One at least.
  /// Of a request that changes a record: that record. Its members that `members` lacks are refused as unchangeable.
  const record_description* changes = nullptr;
};

/// A parameter of a query or a path, or a header.
struct parameter_description {
  std::string_view name;
  form has;
  std::string_view sentence; ///< Without a final dot, as the command line's help needs it.
  std::string_view preset{}; ///< The default; empty: none.
  bool is_required = false;
};

/// The kind of an answer's body.
enum class answer_shape : std::uint8_t {
  record,   ///< In the envelope's `data`.
  page,     ///< A page of a list in `data`; `meta` says whether more follow.
  feed,     ///< The same without CSV; `next_cursor` is always there.
  rows,     ///< A whole list in `data`.
  lines,    ///< JSON Lines.
  events,   ///< Server-sent events.
  text,     ///< Plain text for people.
  document, ///< A JSON document that is described elsewhere.
  nothing,  ///< Ignored.
};

struct answer_description {
  std::string_view status{}; ///< `200`, or `4XX`.
  std::string_view sentence{};
  answer_shape shape = answer_shape::record;
  const record_description* record = nullptr;
  std::span<const std::string_view> headers{}; ///< Besides those of every answer.
};

/// The headers of an answer that may tell of an earlier request with the same key, and of something new.
inline constexpr std::string_view replay_headers[]{"Idempotency-Replayed"};
inline constexpr std::string_view created_headers[]{"Location", "Idempotency-Replayed"};

/// The usual answers.
namespace answers {

constexpr answer_description record(std::string_view sentence, const record_description& of) {
  return {"200", sentence, answer_shape::record, &of};
}
constexpr answer_description repeatable(std::string_view sentence, const record_description& of) {
  return {"200", sentence, answer_shape::record, &of, replay_headers};
}
constexpr answer_description created(std::string_view sentence, const record_description& of) {
  return {"201", sentence, answer_shape::record, &of, created_headers};
}
constexpr answer_description page(std::string_view sentence, const record_description& of) {
  return {"200", sentence, answer_shape::page, &of};
}
constexpr answer_description rows(std::string_view sentence, const record_description& of) {
  return {"200", sentence, answer_shape::rows, &of};
}
constexpr answer_description nothing(std::string_view sentence, std::span<const std::string_view> headers = {}) {
  return {"204", sentence, answer_shape::nothing, nullptr, headers};
}

} // namespace answers

using described_parameters = std::span<const parameter_description>;

/// The input and output of one route. Method, path and access are in the route table. The errors common to such routes
/// follow from them (`errors_of`): those of its access, of its body and its parameters, and of an unknown id in its
/// path.
struct route_description {
  std::string_view id; ///< `listPaymentLinks`: its name in generated clients.
  std::string_view tag;
  std::string_view summary;
  std::string_view details{};
  std::array<described_parameters, 3> query{};
  described_parameters headers{};
  std::array<const record_description*, 3> bodies{}; ///< One of these; none: no body.
  bool body_is_optional = false;                     ///< An empty one means `{}`.
  std::array<answer_description, 2> answers{};       ///< Unused if it has no status.
  std::array<errc, 9> errors{};                      ///< Its own; `ok`: unused.
};

/// The parameter of a route's query called `name`; null when there is none.
const parameter_description* find_parameter(const route_description& route, std::string_view name);

/// "status must be one of pending, succeeded, …": the message for a value of another form.
std::string expectation_of(const parameter_description& parameter);

/// The sentence with the allowed words, for the command line's help.
std::string help_of(const parameter_description& parameter);

} // namespace paylink
