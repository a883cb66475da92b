#include "cli/files.hpp"
#include "cli/receivers/event_listener.hpp"
#include "cli/receivers/signing_keys.hpp"
#include "cli/service_call.hpp"
#include "cli/verbs.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <memory>
#include <ostream>

namespace paylink::cli {
namespace {

struct listen_options {
  listener_options behaviour;
  key_options keys;
  std::string listen = "127.0.0.1:8443", seen_file;
  std::vector<std::string> hosts;
};

// The folder of the listener's persistent files.
std::filesystem::path state_directory(const listen_options& options, const terminal& at) {
  auto sandbox = options.keys.sandbox.empty() ? at.variable("PAYLINK_SANDBOX") : options.keys.sandbox;
  if (!sandbox.empty()) return std::filesystem::path{sandbox} / "listen";
  if (auto state = at.variable("XDG_STATE_HOME"); !state.empty())
    return std::filesystem::path{state} / "paylink/listen";
  if (auto home = at.variable("HOME"); !home.empty())
    return std::filesystem::path{home} / ".local/state/paylink/listen";
  throw usage_error{"no folder for the listener's files: set XDG_STATE_HOME"};
}

struct authority {
  pem_identity identity;
  std::filesystem::path file; ///< The certificate's CA, for the service to trust.
  bool is_sandboxs = false;   ///< Which trusts it already.
};

authority find_authority(const listen_options& options, const terminal& at, timestamp now) {
  if (auto sandbox = find_sandbox(options.keys.sandbox, at);
      sandbox && !sandbox->ca_file.empty() && !sandbox->ca_key.empty()) {
    auto certificate = read_file(sandbox->ca_file), key = read_file(sandbox->ca_key);
    if (!certificate || !key) throw usage_error{"the sandbox's CA cannot be read: " + sandbox->ca_file};
    return {{*certificate, *key}, sandbox->ca_file, true};
  }
  auto directory = state_directory(options, at);
  auto file = directory / "ca.pem", key_file = directory / "ca.key";
  auto certificate = read_file(file), key = read_file(key_file);
  if (certificate && key) return {{*certificate, *key}, file};
  auto made = make_local_authority(now);
  if (!write_private_file(key_file, made.key) || !write_private_file(file, made.certificate))
    throw usage_error{"the listener's CA cannot be written to " + directory.string()};
  return {made, file};
}

std::vector<std::string> certified_hosts(const listen_options& options, const std::string& host) {
  std::vector<std::string> hosts{host};
  for (const auto* usual : {"127.0.0.1", "::1", "localhost"})
    if (host != usual) hosts.emplace_back(usual);
  hosts.insert(hosts.end(), options.hosts.begin(), options.hosts.end());
  return hosts;
}

exit_status listen(const listen_options& options, terminal& at) {
  system_wall_clock clock;
  const bool is_webhook = options.keys.is_webhook;
  receiver_keys keys{is_webhook ? received_kind::webhook : received_kind::callback, find_keys(options.keys, at).keys,
                     is_webhook ? find_api_keys(options.keys, at) : std::vector<std::string>{}};
  auto ca = find_authority(options, at, clock.now());
  auto host = options.listen.substr(0, options.listen.rfind(':'));
  auto bare_host = host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
  auto identity = issue_local_certificate(ca.identity, certified_hosts(options, bare_host), clock.now());
  seen_events seen{options.seen_file.empty() ? state_directory(options, at) / "seen-events"
                                             : std::filesystem::path{options.seen_file}};
  event_listener listener{options.behaviour, std::move(keys), seen, at};

  boost::asio::io_context io{1};
  local_receiver* self = nullptr;
  local_receiver receiver{io, options.listen, identity, [&](const http_request& request) {
                            auto conduct = listener.receive(request, unix_seconds(clock.now()));
                            if (listener.is_complete()) self->stop();
                            return conduct;
                          }};
  self = &receiver;
  receiver.start();
  const auto url = "https://" + host + ":" + std::to_string(receiver.port()) + (is_webhook ? "/webhook" : "/callback");
  if (options.behaviour.as_json)
    at.out << boost::json::serialize(boost::json::object{{"listening", url}, {"ca_file", ca.file.string()}})
           << std::endl;
  else
    at.out << url << std::endl;
  if (!ca.is_sandboxs) at.err << "The service must trust " << ca.file.string() << " (outbound.ca_file).\n";
  io.run();
  return exit_status::done;
}

} // namespace

void add_listen(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<listen_options>();
  auto* verb =
      program.add_subcommand("listen", "Receive callbacks or webhooks on this machine; check and print each one.");
  auto& behaviour = options->behaviour;
  verb->add_option("--listen", options->listen, "Address and port; port 0 picks a free one")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  verb->add_option("--host", options->hosts, "Another host name for the certificate; may be repeated")
      ->allow_extra_args(false);
  verb->add_option("--seen-file", options->seen_file, "File for the ids of processed events")->type_name("FILE");
  auto* answer = verb->add_option("--answer", behaviour.answer,
                                  "Status returned for verified events; they are processed only with 2xx")
                     ->check(CLI::Range(200, 599))
                     ->capture_default_str();
  auto* hang = verb->add_flag("--hang", behaviour.hangs, "Process the event, but never respond");
  verb->add_option("--lose", behaviour.loses,
                   "Process the event, but drop the connection for this fraction of responses")
      ->type_name("FRACTION")
      ->check(CLI::Range(0.0, 1.0))
      ->excludes(hang);
  verb->add_option("--forward-to", behaviour.forward_to,
                   "Forward verified events to this address on this machine, and respond with its status")
      ->type_name("URL")
      ->excludes(hang)
      ->excludes(answer);
  verb->add_option("--count", behaviour.count, "Exit after this many distinct events");
  verb->add_option("--brand", behaviour.brand, "brand.name of the service, used in header names")
      ->capture_default_str();
  verb->add_flag("--json", behaviour.as_json, "Print JSON: first the listening address, then each event");
  add_key_options(*verb, options->keys);
  add_api_key_option(*verb, options->keys);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return listen(*options, at); }; });
}

} // namespace paylink::cli
