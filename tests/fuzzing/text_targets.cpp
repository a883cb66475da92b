// Signatures, QR codes and transfer texts.
#include "api/feeds/sender_check.hpp"
#include "domain/banks/connection.hpp"
#include "domain/banks/vietqr.hpp"
#include "domain/links/reference.hpp"
#include "sandbox/formats/vietqr_reader.hpp"
#include "tests/fuzzing/fuzz_targets.hpp"

#include <algorithm>
#include <array>

namespace paylink::fuzzing {
namespace {

std::string_view take_line(std::string_view& rest) {
  const auto line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  return line;
}

} // namespace

/// A line for each header that proves something, then the body.
void run_sender_check(std::string_view bytes) {
  constexpr std::array names{"x-service-timestamp", "x-service-signature", "authorization", "x-sepay-timestamp",
                             "x-sepay-signature",   "x-casso-signature",   "secure-token"};
  http_request request;
  request.method = http_method::post;
  for (const auto* name : names)
    if (const auto line = take_line(bytes); !line.empty()) request.headers.emplace_back(name, line);
  request.body = bytes;
  for (const auto proof : {feed_proof::signed_by_connector, feed_proof::signed_by_sepay, feed_proof::signed_by_casso}) {
    const auto check = make_sender_check(proof, "a secret that no input holds \x01\x02\x03", "Service");
    const auto claim = check->read_head(request);
    if (claim.fault.empty()) demand(!check->fault_of(request).empty(), "nobody signs without the secret");
  }
}

void run_vietqr(std::string_view bytes) {
  const auto read = sandbox::read_vietqr(bytes);
  const auto* asked = std::get_if<sandbox::vietqr_request>(&read);
  if (asked == nullptr) return;
  demand(asked->bin.size() == 6 && std::ranges::all_of(asked->bin, [](char c) { return c >= '0' && c <= '9'; }),
         "a bank is named by six digits");
  demand(!asked->account.empty() && asked->account.size() <= 19, "an account is named");
  demand(!asked->amount || *asked->amount > 0, "an amount is positive");
}

void run_transfer_text(std::string_view bytes) {
  const auto folded = fold_transfer_text(bytes);
  demand(std::ranges::all_of(folded, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); }),
         "a folded text has capital letters and digits alone");
  demand(fold_transfer_text(folded) == folded, "folding twice changes nothing");
  const auto found = find_references(bytes);
  demand(found == find_references(folded), "folding loses no reference");
  for (const auto& one : found) demand(folded.find(one.text()) != folded.npos, "a reference stands in the text");
  demand(find_near_references(bytes).size() <= 5'000, "a long text does not have ever more look-ups");
  for (const auto& text : find_verification_texts(bytes))
    demand(folded.find(text) != folded.npos, "a verification text stands in the text");
}

} // namespace paylink::fuzzing
