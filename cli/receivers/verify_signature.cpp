#include "cli/files.hpp"
#include "cli/receivers/signing_keys.hpp"
#include "cli/service_call.hpp"
#include "cli/verbs.hpp"
#include "domain/values/time.hpp"
#include "http/tools/callback_check.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <istream>
#include <iterator>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace {

struct verify_options {
  key_options keys;
  std::string body = "-", timestamp, signature;
  std::int64_t received_at = 0;
};

std::string read_body(const std::string& file, terminal& at) {
  if (file == "-") return {std::istreambuf_iterator<char>{at.in}, {}};
  auto body = read_file(file);
  if (!body) throw usage_error{"the body file " + file + " cannot be read"};
  return *body;
}

exit_status verify(const verify_options& options, terminal& at) {
  const auto kind = options.keys.is_webhook ? received_kind::webhook : received_kind::callback;
  const auto [keys, origin] = find_keys(options.keys, at);
  auto body = read_body(options.body, at);
  auto now = options.received_at != 0 ? options.received_at : unix_seconds(system_wall_clock{}.now());
  auto verdict = check_callback(options.timestamp, body, options.signature, keys, now, kind);
  bool is_good = verdict == callback_verdict::verified;
  (is_good ? at.out : at.err) << to_text(verdict, kind) << "\n";
  if (verdict == callback_verdict::wrong_signature)
    at.err << "the " << (options.keys.is_webhook ? "secret" : "signing key") << " was read from " << printable(origin)
           << "\n";
  return is_good ? exit_status::done : exit_status::refused;
}

} // namespace

void add_verify_signature(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<verify_options>();
  auto* verb = program.add_subcommand(
      "verify-signature", "Check the signature of a callback or webhook; exit code 0 if it is valid, 1 if not.");
  verb->add_option("--body", options->body, "File with the exact bytes of the body; - for standard input")
      ->type_name("FILE")
      ->capture_default_str();
  verb->add_option("--timestamp", options->timestamp, "The X-Service-Timestamp header")->required();
  verb->add_option("--signature", options->signature, "The X-Service-Signature header")->required();
  verb->add_option("--at", options->received_at, "When it arrived, in Unix seconds, to check its age (default: now)")
      ->type_name("SECONDS");
  add_key_options(*verb, options->keys);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return verify(*options, at); }; });
}

} // namespace paylink::cli
