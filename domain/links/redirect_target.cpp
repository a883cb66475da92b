#include "domain/addresses/url_reference.hpp"
#include "domain/links/payment_link.hpp"
#include "domain/values/percent.hpp"

namespace paylink {

namespace {

/// Adds members to the query of a URL that is being written.
class query_writer {
public:
  query_writer(std::string& out, bool has_query) : out_{out} {
    if (!has_query) out_ += '?';
  }

  /// A member without a value is left out.
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    if (out_.back() != '?' && out_.back() != '&') out_ += '&';
    out_.append(name) += '=';
    append_percent_encoded(out_, value);
  }

private:
  std::string& out_;
};

} // namespace

std::optional<std::string> redirect_target(const payment_link& link) {
  const bool is_success = link.status == link_status::succeeded;
  if (link.redirect_url.empty() || (!is_success && link.status != link_status::failed)) return std::nullopt;

  const auto parts = split_url(link.redirect_url);
  const auto fragment_size = parts.fragment ? parts.fragment->size() + 1 : 0;
  std::string target;
  target.reserve(link.redirect_url.size() + 192);
  target.append(link.redirect_url, 0, link.redirect_url.size() - fragment_size);

  query_writer query{target, parts.query.has_value()};
  query.add("status", is_success ? "success" : "failed");
  if (is_success && link.received_amount) query.add("amount", to_digits(*link.received_amount));
  query.add("link_id", link.public_id);
  if (is_success) query.add("transaction_id", link.transaction.view());
  if (is_success && link.paid_at) query.add("paid_at", format_rfc3339(*link.paid_at));

  if (parts.fragment) (target += '#').append(*parts.fragment);
  return target;
}

} // namespace paylink
