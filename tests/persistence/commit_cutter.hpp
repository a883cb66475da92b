#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

namespace paylink::test {

/// Stands between a client and its PostgreSQL and, once, breaks the connection at a commit: before the server hears of
/// it, or after it took place and before the client does.
class commit_cutter {
public:
  enum class cut { never, before_commit, after_commit };

  /// `server_url` names the folder of the server's socket in its `host`.
  explicit commit_cutter(const std::string& server_url);
  commit_cutter(const commit_cutter&) = delete;
  commit_cutter& operator=(const commit_cutter&) = delete;
  ~commit_cutter();

  /// The same database through this proxy.
  const std::string& url() const { return url_; }
  void arm(cut when) { armed_ = when; }
  /// Called at the cut, when the server knows of it and the client does not. Set it before arming.
  std::function<void()> on_cut;
  bool has_cut() const { return has_cut_; }

private:
  void serve();
  void carry(int client, int server);
  bool leave(int& server);
  bool carry_once(int client, int& server, bool& cut_at_answer);

  std::filesystem::path folder_, server_socket_;
  std::string url_;
  int listener_ = -1;
  std::atomic<bool> is_stopping_ = false;
  std::atomic<bool> has_cut_ = false;
  std::atomic<cut> armed_ = cut::never;
  std::thread server_;
};

} // namespace paylink::test
