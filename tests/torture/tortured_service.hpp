#pragma once
#include "bench/seeded_store.hpp"
#include "http/tools/local_certificate.hpp"
#include "tests/e2e/child_process.hpp"
#include "tests/support/postgresql_server.hpp"

#include <filesystem>
#include <memory>

namespace paylink::test {

/// The real daemon over a store of pending links, to be killed and started again.
class tortured_service {
public:
  enum class backend { sqlite, postgresql };

  /// What a test may want otherwise.
  struct surroundings {
    std::filesystem::path disk;                     ///< Where its data are kept, instead of a temporary folder.
    std::map<std::string, std::string> environment; ///< Of the daemon, besides.
  };

  explicit tortured_service(backend on, const surroundings& around = {});
  /// Another node, on the database of one that is on PostgreSQL and seeded already, and outlives it.
  explicit tortured_service(const tortured_service& beside);
  ~tortured_service();

  /// Who signs the certificates of the receivers that the service trusts.
  const pem_identity& authority() const { return authority_; }

  /// Makes the links, all called back at one address, and a webhook for each of the others.
  void seed(int links, const std::string& callback_url, const std::vector<std::string>& webhook_urls = {});
  /// Starts, and returns when the service is ready. How long that took.
  std::chrono::milliseconds start();
  int end(int signal) { return daemon_.end(signal); }
  /// Lets it do nothing more until it is ended.
  void freeze();
  bool is_running() { return daemon_.is_running(); }

  /// From now on, or no longer, the disk has no room.
  void fill_disk() const;
  void free_disk() const;
  /// Kills PostgreSQL under the running service, and starts it again.
  void crash_database() { server_->crash_and_restart(); }
  /// Kills PostgreSQL, where there is one, and starts it later.
  void end_database();
  void start_database();
  /// Ends every connection that the service has to PostgreSQL.
  void cut_database_connections() const;

  /// Under which it claims deliveries; after its first start.
  std::string name() const;
  std::filesystem::path database_file() const { return data_ / "paylink.db"; }
  const std::string& database_url() const { return database_; }
  const load::seeded_store& store() const { return store_; }
  std::string base_url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  /// The only value of a query, past the service.
  std::string ask(const std::string& sql) const;
  /// What `paylinkd doctor` says of the running service; empty if it finds nothing.
  std::string findings() const;
  std::string log() const;

private:
  std::filesystem::path sign_of_full_disk() const { return folder_ / "disk-is-full"; }

  std::filesystem::path folder_;
  std::filesystem::path data_;
  std::map<std::string, std::string> environment_;
  std::unique_ptr<test::postgresql_server> server_;
  std::string database_;
  pem_identity authority_;
  std::uint16_t port_ = 0;
  load::seeded_store store_;
  child_process daemon_;
};

} // namespace paylink::test
