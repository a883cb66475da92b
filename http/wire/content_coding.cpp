#include "http/wire/content_coding.hpp"

#include "domain/values/ascii.hpp"
#include "http/wire/weighted_items.hpp"

#include <optional>

namespace paylink {

std::string_view to_text(content_coding coding) {
  if (coding == content_coding::brotli) return "br";
  return coding == content_coding::gzip ? "gzip" : "";
}

content_coding choose_coding(std::string_view accept_encoding) {
  std::optional<double> brotli, gzip, plain, others;
  for (const auto& [name, weight] : weighted_items(accept_encoding)) {
    if (equals_ignoring_case(name, "br")) brotli = weight;
    if (equals_ignoring_case(name, "gzip") || equals_ignoring_case(name, "x-gzip")) gzip = weight;
    if (equals_ignoring_case(name, "identity")) plain = weight;
    if (name == "*") others = weight;
  }
  // What is sent without being named is taken, but never preferred.
  auto best = plain.value_or(others.value_or(0));
  auto chosen = content_coding::plain;
  const auto consider = [&](content_coding coding, const std::optional<double>& named) {
    const auto weight = named.value_or(others.value_or(0));
    if (weight <= 0 || weight < best) return;
    best = weight;
    chosen = coding;
  };
  consider(content_coding::gzip, gzip);
  consider(content_coding::brotli, brotli);
  return chosen;
}

} // namespace paylink
