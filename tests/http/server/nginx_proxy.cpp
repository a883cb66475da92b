#include "tests/http/server/nginx_proxy.hpp"

#include "tests/support/free_port.hpp"
#include "tests/support/raw_client.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace paylink {

namespace {

// One process, and nothing outside the folder. Its deadlines are short because many a probe leaves it waiting for more.
constexpr const char* configuration = R"(daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events { worker_connections 4096; }
http {
  log_format seen '$request_uri $upstream_status';
  access_log seen.log seen;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  client_header_timeout 500ms;
  client_body_timeout 500ms;
  keepalive_timeout 500ms;
  lingering_close off;
  upstream paylink {
    server 127.0.0.1:SERVER_PORT;
    keepalive 8;
  }
  server {
    listen 127.0.0.1:OWN_PORT backlog=2048;
    location / {
      proxy_pass http://paylink;
      proxy_set_header Connection "";
      proxy_next_upstream off;
      DIRECTIVES
    }
  }
}
)";

void replace(std::string& text, const std::string& name, const std::string& value) {
  text.replace(text.find(name), name.size(), value);
}

} // namespace

nginx_proxy::nginx_proxy(std::uint16_t server_port, const std::string& directives)
    : folder_{test::make_scratch_folder("paylink-nginx-")}, port_{test::free_port()} {
  write_configuration(server_port, directives);
  process_ = test::child_process{"/usr/sbin/nginx",
                                 {"-p", folder_.string(), "-c", "nginx.conf", "-e", "error.log"},
                                 {},
                                 (folder_ / "output.log").string()};
  wait_until_it_listens();
}

nginx_proxy::~nginx_proxy() {
  process_.end(SIGTERM);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void nginx_proxy::write_configuration(std::uint16_t server_port, const std::string& directives) const {
  std::string text = configuration;
  replace(text, "SERVER_PORT", std::to_string(server_port));
  replace(text, "OWN_PORT", std::to_string(port_));
  replace(text, "DIRECTIVES", directives);
  std::ofstream{folder_ / "nginx.conf"} << text;
}

void nginx_proxy::wait_until_it_listens() {
  const auto listens = [this] {
    if (!process_.is_running()) throw std::runtime_error{"nginx has ended: " + error_log()};
    try {
      raw_client{port_};
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  if (!test::until(listens)) throw std::runtime_error{"nginx does not listen: " + error_log()};
}

std::string nginx_proxy::error_log() const {
  std::ifstream in{folder_ / "error.log"};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::vector<nginx_proxy::seen_request> nginx_proxy::end() {
  process_.end(SIGQUIT);
  std::vector<seen_request> all;
  std::ifstream log{folder_ / "seen.log"};
  for (std::string line; std::getline(log, line);) {
    const auto space = line.rfind(' ');
    const auto status = line.substr(space + 1);
    all.push_back({line.substr(0, space), status == "-" ? 0 : static_cast<unsigned>(std::stoul(status))});
  }
  return all;
}

} // namespace paylink
