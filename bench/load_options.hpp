#pragma once
#include <filesystem>
#include <string>

namespace paylink::load {

/// What one run does.
struct load_options {
  std::string peer;               ///< Empty: paylinkd. Else `sqlite-batch`, `outbox` or `floor`.
  std::string backend = "sqlite"; ///< Of paylinkd; a peer has its own.
  int events = 20'000;
  int warm_up = 500; ///< Sent before, as fast as acknowledged, and not measured.
  int rest = 0;      ///< Seconds after it in which nothing is sent.
  int seconds = 60;  ///< No credit is sent later.
  int concurrency = 32;
  int entries_a_request = 1;
  double rate = 0; ///< Requests a second; 0: each connection sends as soon as it is answered.
  int links = 0;   ///< Pending at the start; as many as are sent when fewer are asked for.
  bool shuffle = false;
  int feeds = 1; ///< Of the account: the bank's own, and the switch's, over which nothing comes.
  int receivers = 1;
  int webhooks = 0;       ///< Of the Workspace, each of which is told of every credit.
  int old_deliveries = 0; ///< Of 500 days ago, each with an attempt: they are purged meanwhile. 0: none.
  bool tls = false;
  int hang = 0;               ///< The callback of every so manieth link hangs; 0: none.
  int expire = 0;             ///< Further links that all expire at one moment of the run; 0: none.
  int sign_ins = 0;           ///< People who sign in at once with a wrong password; 0: none.
  bool sign_in_again = false; ///< A second after the last was answered, and so on; otherwise once.
  bool crash = false; ///< Kills the service with all callbacks unsent, and measures what it does after a new start.
  bool syncs = false; ///< Counts them.
  bool json = false;  ///< One line instead of the table.
  std::string signing_key; ///< What receivers check with instead of the Workspace's key.
  std::filesystem::path folder = std::filesystem::temp_directory_path(); ///< For databases; a disk, not memory.
  std::filesystem::path programs; ///< Where paylinkd and the peers' programs are.
  std::filesystem::path peers;    ///< The Node peers, with their packages.
};

/// What the command line says; ends the program with a message when it makes no sense.
load_options parse_load_options(int count, char** words);

} // namespace paylink::load
