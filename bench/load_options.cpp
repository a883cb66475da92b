#include "bench/load_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace paylink::load {

namespace {

constexpr const char* purpose =
    "Pays links of a service that it starts itself, receives the callbacks, and tells how fast they came.\n"
    "Everything stays on loopback. The exit code is 1 for a run that does not count, and 2 when there was none.";

void add_load(CLI::App& program, load_options& asked) {
  program.add_option("--events", asked.events, "Credits to send")->check(CLI::Range(1, 10'000'000));
  program.add_option("--warm-up", asked.warm_up, "Credits that are sent before and not measured")
      ->check(CLI::Range(0, 1'000'000));
  program.add_option("--rest", asked.rest, "Seconds after the warm-up in which nothing is sent")
      ->check(CLI::Range(0, 60));
  program.add_option("--seconds", asked.seconds, "No credit is sent later")->check(CLI::Range(1, 3'600));
  program.add_option("--concurrency", asked.concurrency, "Connections of the bank")->check(CLI::Range(1, 1'024));
  program.add_option("--entries-a-request", asked.entries_a_request, "Entries that each request of the bank has")
      ->check(CLI::Range(1, 500));
  program.add_option("--rate", asked.rate, "Credits a second, due whatever went before; 0: as fast as acknowledged")
      ->check(CLI::Range(0.0, 1e6));
  program.add_option("--links", asked.links, "Pending links at the start; at least as many as are paid")
      ->check(CLI::Range(0, 20'000'000));
  program.add_flag("--shuffle", asked.shuffle, "Pays links in random order");
  program
      .add_option("--feeds", asked.feeds,
                  "Feeds that could tell of the account's transfers: with 2 the switch's is open beside the bank's")
      ->check(CLI::Range(1, 2));
  program.add_option("--receivers", asked.receivers, "Receivers, each on an address of its own")
      ->check(CLI::Range(1, 200));
  program.add_option("--webhooks", asked.webhooks, "Webhooks of the Workspace, each of which is told of every credit")
      ->check(CLI::Range(0, 50));
  program
      .add_option("--old-deliveries", asked.old_deliveries,
                  "Deliveries of 500 days ago, which are purged meanwhile; with paylinkd alone")
      ->check(CLI::Range(0, 10'000'000));
  program.add_flag("--tls", asked.tls, "HTTPS receivers");
  program.add_option("--expire", asked.expire, "Further links, all of which expire at one moment of the run; 0: none")
      ->check(CLI::Range(0, 10'000'000));
  program.add_flag("--crash", asked.crash,
                   "Receivers answer nothing until all is paid; then kills the service, and measures what follows");
  program
      .add_option("--sign-ins", asked.sign_ins,
                  "People who sign in at once, one second after the first credit; 0: none")
      ->check(CLI::Range(0, 10'000));
  program.add_flag("--sign-in-again", asked.sign_in_again, "They do so again a second after the last was answered");
  program.add_option("--hang", asked.hang, "Every so manieth callback goes to a receiver that never answers; 0: none")
      ->check(CLI::Range(0, 1'000'000));
}

void add_subject(CLI::App& program, load_options& asked) {
  program.add_option("--peer", asked.peer, "What is driven instead of paylinkd")
      ->check(CLI::IsMember({"sqlite-batch", "outbox", "floor"}));
  program.add_option("--backend", asked.backend, "The database of paylinkd")
      ->check(CLI::IsMember({"sqlite", "postgresql"}));
  program.add_option("--signing-key", asked.signing_key, "What receivers check with instead of the Workspace's key");
  program.add_option("--folder", asked.folder, "Where the databases are made; on a disk")
      ->check(CLI::ExistingDirectory);
  program.add_option("--peers", asked.peers, "Folder of the Node peers, with their packages")
      ->check(CLI::ExistingDirectory);
  program.add_flag("--syncs", asked.syncs, "Counts fsync and fdatasync in the kernel, which makes system calls slower");
  program.add_flag("--json", asked.json, "Prints one line of JSON");
}

} // namespace

load_options parse_load_options(int count, char** words) {
  load_options asked;
  CLI::App program{purpose, "load"};
  program.option_defaults()->always_capture_default()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add_load(program, asked);
  add_subject(program, asked);
  try {
    program.parse(count, words);
  } catch (const CLI::ParseError& fault) {
    std::exit(program.exit(fault));
  }
  if (asked.tls && asked.peer == "floor") {
    std::cerr << "load: the floor calls plain receivers only\n";
    std::exit(2);
  }
  if (!asked.peer.empty() && (asked.expire > 0 || asked.crash)) {
    std::cerr << "load: a peer has neither expiry nor recovery\n";
    std::exit(2);
  }
  asked.links = std::max(asked.links, asked.events + asked.warm_up);
  asked.programs = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return asked;
}

} // namespace paylink::load
