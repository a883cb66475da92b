#include "tests/config/config_fixture.hpp"

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_FIXTURE_TEST_SUITE(config, config_fixture)

BOOST_AUTO_TEST_CASE(without_file_and_environment_all_defaults_hold) {
  const auto loaded = load_settings({}, {});
  check_no_faults(loaded);
  BOOST_TEST(loaded.warnings.empty());
  BOOST_TEST(printed(loaded.values) == printed(settings{}));
  BOOST_TEST((loaded.values.webhook.timeout == 30s));
  BOOST_TEST((loaded.values.webhook.max_delay == 512s));
}

BOOST_AUTO_TEST_CASE(a_file_sets_every_kind_of_value) {
  const auto loaded = load(R"(
[http]
listen = "[::1]:0"
public_url = "https://pay.example.vn"
trusted_proxies = ["10.0.0.0/8", "[fd00::]/8"]
[webhook]
timeout = 15000
initial_delay = "5s"
backoff_multiplier = 1.5
max_delay = "5m"
max_attempts = 12
[payment_links]
max_amount = 2000000000
[outbound]
allow_http = ["127.0.0.1:9901", "127.0.0.0/8", "[::1]/128:8443"]
dns_servers = "127.0.0.1:5353,9.9.9.9"
[banks.MB]
connector_url = "http://127.0.0.1:8090/mb"
connector_secret = "0123456789abcdef"
modes = ["open_banking"]
[banks.NAPAS]
connector_secret = "fedcba9876543210"
status = "Maintenance"
)");
  check_no_faults(loaded);
  const auto& values = loaded.values;
  BOOST_TEST(values.http.listen == "[::1]:0");
  BOOST_TEST(values.http.trusted_proxies.size() == 2u);
  BOOST_TEST((values.webhook.timeout == 15s));
  BOOST_TEST((values.webhook.initial_delay == 5s));
  BOOST_TEST(values.webhook.backoff_multiplier == 1.5);
  BOOST_TEST((values.webhook.max_delay == 5min));
  BOOST_TEST(values.webhook.max_attempts == 12);
  BOOST_TEST(values.payment_links.max_amount == 2'000'000'000);
  BOOST_TEST(values.outbound.allow_http.back() == "[::1]/128:8443");
  BOOST_TEST(values.outbound.dns_servers == "127.0.0.1:5353,9.9.9.9");
  BOOST_TEST(values.banks.size() == 2u);
  BOOST_TEST(values.banks.at("MB").connector_url == "http://127.0.0.1:8090/mb");
  BOOST_TEST(values.banks.at("MB").modes.front() == "open_banking");
  BOOST_TEST(values.banks.at("NAPAS").status == "Maintenance");
}

BOOST_AUTO_TEST_CASE(the_environment_wins_over_the_file) {
  const auto loaded =
      load("[webhook]\nmax_attempts = 3\ninitial_delay = 2000\n[banks.MB]\nconnector_secret = \"from-the-file-00\"\n",
           {{"WEBHOOK_MAX_ATTEMPTS", "7"},
            {"WEBHOOK_TIMEOUT", "250"},
            {"WEBHOOK_BACKOFF_MULTIPLIER", "1"},
            {"PAYLINK_OUTBOUND_ALLOW_NETWORKS", "127.0.0.0/8:9901, [::1]/128"},
            {"PAYLINK_BANKS_MB_CONNECTOR_SECRET", "from-the-shell-0"},
            {"PAYLINK_BANKS_ACB_MODES", "open_banking,national_switch"},
            {"PAYLINK_DELIVERY_IN_FLIGHT_PER_HOST", "4"},
            {"PATH", "/usr/bin"}});
  check_no_faults(loaded);
  BOOST_TEST(loaded.values.webhook.max_attempts == 7);
  BOOST_TEST((loaded.values.webhook.timeout == 250ms));
  BOOST_TEST((loaded.values.webhook.initial_delay == 2s));
  BOOST_TEST(loaded.values.webhook.backoff_multiplier == 1.0);
  BOOST_TEST(loaded.values.outbound.allow_networks.at(1) == "[::1]/128");
  BOOST_TEST(loaded.values.banks.at("MB").connector_secret == "from-the-shell-0");
  BOOST_TEST(loaded.values.banks.at("ACB").modes.size() == 2u);
  BOOST_TEST(loaded.values.delivery.in_flight_per_host == 4);
}

BOOST_AUTO_TEST_CASE(durations_have_units_and_a_bare_delay_of_seconds_is_refused) {
  struct sample {
    const char* variable;
    const char* text;
    std::optional<std::chrono::milliseconds> expected;
  };
  const std::array samples{
      sample{"WEBHOOK_TIMEOUT", "1", 1ms},
      sample{"WEBHOOK_TIMEOUT", "120000", 120s},
      sample{"WEBHOOK_TIMEOUT", "2m", 2min},
      sample{"WEBHOOK_TIMEOUT", "120001", {}},
      sample{"WEBHOOK_TIMEOUT", "0", {}},
      sample{"WEBHOOK_TIMEOUT", "0s", {}},
      sample{"WEBHOOK_TIMEOUT", "-1", {}},
      sample{"WEBHOOK_TIMEOUT", "", {}},
      sample{"WEBHOOK_TIMEOUT", "s", {}},
      sample{"WEBHOOK_TIMEOUT", "1.5s", {}},
      sample{"WEBHOOK_TIMEOUT", "10 s", {}},
      sample{"WEBHOOK_TIMEOUT", "10sec", {}},
      sample{"WEBHOOK_TIMEOUT", "1S", {}},
      sample{"WEBHOOK_TIMEOUT", "99999999999999999999", {}},
      sample{"WEBHOOK_INITIAL_DELAY", "500ms", 500ms},
      sample{"WEBHOOK_INITIAL_DELAY", "10s", 10s},
      sample{"WEBHOOK_INITIAL_DELAY", "1000", 1s},
      sample{"WEBHOOK_INITIAL_DELAY", "999", {}},
      sample{"WEBHOOK_INITIAL_DELAY", "10", {}},
      sample{"WEBHOOK_INITIAL_DELAY", "24h", 24h},
      sample{"WEBHOOK_INITIAL_DELAY", "25h", {}},
      sample{"WEBHOOK_INITIAL_DELAY", "9223372036854775807h", {}},
      sample{"WEBHOOK_MAX_DELAY", "512", {}},
      sample{"WEBHOOK_MAX_DELAY", "512000", 512s},
  };
  for (const auto& [variable, text, expected] : samples) {
    BOOST_TEST_CONTEXT(variable << "=" << text) {
      const auto loaded = load_settings({}, {{variable, text}});
      BOOST_TEST(loaded.faults.empty() == expected.has_value());
      const auto& webhook = loaded.values.webhook;
      const std::string_view name{variable};
      const auto got = name == "WEBHOOK_TIMEOUT"     ? webhook.timeout
                       : name == "WEBHOOK_MAX_DELAY" ? webhook.max_delay
                                                     : webhook.initial_delay;
      if (expected) BOOST_TEST((got == *expected));
    }
  }
  BOOST_TEST(holds(load("[webhook]\ninitial_delay = 10\n").faults.at(0).message, "\"10\" is in milliseconds"));
}

BOOST_AUTO_TEST_CASE(ages_are_whole_days_and_bodies_do_not_outlive_their_deliveries) {
  struct sample {
    const char* bodies;
    const char* deliveries;
    bool is_taken;
  };
  const std::array samples{
      sample{"1d", "1d", true},       sample{"90d", "400d", true},  sample{"36500d", "36500d", true},
      sample{"0d", "400d", false},    sample{"d", "400d", false},   sample{"90", "400d", false},
      sample{"2160h", "400d", false}, sample{"-1d", "400d", false}, sample{"36501d", "36501d", false},
      sample{"1.5d", "400d", false},  sample{"91d", "90d", false},  sample{"401d", "400d", false}};
  for (const auto& [bodies, deliveries, is_taken] : samples) {
    const auto loaded =
        load_settings({}, {{"PAYLINK_RETENTION_BODIES", bodies}, {"PAYLINK_RETENTION_DELIVERIES", deliveries}});
    BOOST_TEST(loaded.faults.empty() == is_taken, bodies << " and " << deliveries);
  }
  const auto loaded = load("[retention]\nbodies = \"30d\"\ndeliveries = \"29d\"\nreport_only = \"on\"\n");
  BOOST_TEST_REQUIRE(loaded.faults.size() == 1u);
  BOOST_TEST(to_text(loaded.faults[0]).starts_with("settings: retention.deliveries: is shorter than retention.bodies"));
  BOOST_TEST((loaded.values.retention.bodies == std::chrono::days{30} && loaded.values.retention.report_only == "on"));
}

BOOST_AUTO_TEST_CASE(all_faults_are_reported_at_once_each_with_its_line_or_variable) {
  const auto loaded =
      load(R"([http]
listen = "localhost"
max_connections = 0
tls_key = true
[webhook]
timout = 1000
max_attempts = "10"
backoff_multiplier = 0.5
[brand]
name = "Pay Link"
[outbound]
allow_networks = [1, 2]
deny_networks = ["10.0.0.0/33"]
[bogus]
[bogus.inner]
thing = 2020-01-01
)",
           {{"PAYLINK_LOG_LEVEL", "loud"}, {"PAYLINK_HTTP_LISTN", "x"}, {"WEBHOOK_MAX_ATTEMPTS", "ten"}});
  const std::vector<std::string> expected{
      "paylink.toml:2: http.listen: \"localhost\" is not allowed; allowed: address:port",
      "paylink.toml:3: http.max_connections: \"0\" is not allowed; allowed: 1 to 1000000",
      "paylink.toml:4: http.tls_key: \"true\" is a boolean; allowed: a PEM file",
      "paylink.toml:6: webhook.timout: is not a setting; did you mean webhook.timeout?",
      "paylink.toml:7: webhook.max_attempts: \"10\" is a string; allowed: 1 to 100",
      "paylink.toml:8: webhook.backoff_multiplier: \"0.5\" is not allowed; allowed: a number from 1",
      "paylink.toml:10: brand.name: \"Pay Link\" is not allowed; allowed: 1 to 31 letters",
      "paylink.toml:12: outbound.allow_networks: the value has a type that no setting takes; allowed: a list",
      "paylink.toml:13: outbound.deny_networks: \"10.0.0.0/33\" is not allowed; allowed: a list of networks",
      "paylink.toml:16: bogus.inner.thing: is not a setting",
      "PAYLINK_HTTP_LISTN: PAYLINK_HTTP_LISTN: is not a setting; did you mean PAYLINK_HTTP_LISTEN?",
      "PAYLINK_LOG_LEVEL: log.level: \"loud\" is not allowed; allowed: `debug`",
      "WEBHOOK_MAX_ATTEMPTS: webhook.max_attempts: \"ten\" is not allowed; allowed: 1 to 100",
  };
  const auto lines = lines_of(loaded.faults);
  BOOST_TEST_REQUIRE(lines.size() == expected.size());
  for (std::size_t at = 0; at < lines.size(); ++at) BOOST_TEST(lines[at].starts_with(expected[at]), lines[at]);
}

BOOST_AUTO_TEST_CASE(a_refused_value_leaves_the_default_in_place) {
  const auto loaded = load("[webhook]\nmax_attempts = 1000\n[http]\ntrusted_proxies = [\"10.0.0.0/8\", \"x\"]\n");
  BOOST_TEST(loaded.faults.size() == 2u);
  BOOST_TEST(loaded.values.webhook.max_attempts == 10);
  BOOST_TEST(loaded.values.http.trusted_proxies.empty());
}

BOOST_AUTO_TEST_CASE(unknown_names_are_answered_with_the_one_that_was_meant) {
  const std::array<std::pair<std::string_view, std::string_view>, 8> samples{{
      {"timeout = 1", "did you mean webhook.timeout?"},
      {"[htpt]\nlisten = \"x\"", "did you mean http.listen?"},
      {"[delivery]\nin_flight_per_hots = 1", "did you mean delivery.in_flight_per_host?"},
      {"[banks.MB]\nconector_url = \"x\"", "did you mean banks.MB.connector_url?"},
      {"[banks]\nmb = 1", "the bank's code in capitals: [banks.MB]"},
      {"[banks.mb]\nmodes = []", "the bank's code in capitals: [banks.MB]"},
      {"[[banks]]\ncode = \"MB\"", "is not a setting"},
      {"webhook = 1", "is not a setting"},
  }};
  for (const auto& [toml, answer] : samples) {
    const auto lines = lines_of(load(toml).faults);
    BOOST_TEST_REQUIRE(lines.size() == 1u, toml);
    BOOST_TEST(holds(lines.front(), answer), lines.front());
  }
  BOOST_TEST(!holds(load("something_else_entirely = 1").faults.at(0).message, "did you mean"));
}

BOOST_AUTO_TEST_CASE(unknown_variables_of_ours_are_refused_those_of_others_are_not) {
  struct sample {
    const char* variable;
    std::string_view fault;
    std::string_view warning;
  };
  const std::array samples{
      sample{"PAYLINK_WEBHOOK_TIMEOUT", "did you mean WEBHOOK_TIMEOUT?", ""},
      sample{"PAYLINK_BANKS_MB_CONECTOR_URL", "did you mean PAYLINK_BANKS_MB_CONNECTOR_URL?", ""},
      sample{"PAYLINK_BANKS_MB", "is not a setting", ""},
      sample{"PAYLINK_BANKS__STATUS", "is not a setting", ""},
      sample{"PAYLINK_", "is not a setting", ""},
      sample{"PAYLINK_TOKEN", "", ""},
      sample{"PAYLINK_WEBHOOK_SECRET", "", ""},
      sample{"PAYLINK_SANDBOX", "", ""},
      sample{"WEBHOOK_TIMEOUTS", "", "did you mean WEBHOOK_TIMEOUT?"},
      sample{"WEBHOOK_LISTENER_OF_ANOTHER_PROGRAM", "", ""},
      sample{"HOME", "", ""},
  };
  for (const auto& [variable, fault, warning] : samples) {
    BOOST_TEST_CONTEXT(variable) {
      const auto loaded = load_settings({}, {{variable, "x"}});
      BOOST_TEST_REQUIRE(loaded.faults.size() == (fault.empty() ? 0u : 1u));
      BOOST_TEST_REQUIRE(loaded.warnings.size() == (warning.empty() ? 0u : 1u));
      if (!fault.empty()) BOOST_TEST(holds(loaded.faults.front().message, fault), loaded.faults.front().message);
      if (!warning.empty()) BOOST_TEST(holds(loaded.warnings.front(), warning), loaded.warnings.front());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_fault_names_each_of_its_parts_once) {
  BOOST_TEST(to_text(load_settings({}, {{"PAYLINK_FOO", "1"}}).faults.at(0)) == "PAYLINK_FOO: is not a setting");
  const auto broken = to_text(load("[http\n").faults.at(0));
  BOOST_TEST(broken.find(":1: is not TOML: ") != std::string::npos, broken);
  BOOST_TEST(to_text({"a.toml:3", "http.listen", "is wrong"}) == "a.toml:3: http.listen: is wrong");
  const auto absent = to_text(load_settings("/nowhere/a.toml", {}).faults.at(0));
  BOOST_TEST(absent == "/nowhere/a.toml: cannot be read: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_secret_that_is_refused_is_not_called_missing_too) {
  const auto refused = load("[banks.MB]\nconnector_secret = \"short\"\n[banks.ACB]\nstatus = \"Active\"\n");
  BOOST_REQUIRE(refused.faults.size() == 1u);
  BOOST_TEST(refused.faults[0].setting == "banks.MB.connector_secret");
  BOOST_REQUIRE(refused.warnings.size() == 1u);
  BOOST_TEST(holds(refused.warnings[0], "banks.ACB.connector_secret is not set"), refused.warnings[0]);
  const auto from_shell = load_settings({}, {{"PAYLINK_BANKS_MB_CONNECTOR_SECRET", "short"}});
  BOOST_TEST(from_shell.faults.size() == 1u);
  BOOST_TEST(from_shell.warnings.empty());
}

BOOST_AUTO_TEST_CASE(a_bank_has_one_of_the_formats) {
  const auto loaded =
      load("[banks.MB]\nformat = \"sepay\"\n[banks.ACB]\nformat = \"SePay\"\n[banks.OCB]\nmodes = []\n");
  BOOST_TEST(loaded.values.banks.at("MB").format == "sepay");
  BOOST_TEST(loaded.values.banks.at("OCB").format == "native");
  BOOST_REQUIRE(loaded.faults.size() == 1u);
  BOOST_TEST(loaded.faults[0].setting == "banks.ACB.format");
  BOOST_TEST(holds(loaded.faults[0].message, "`native`, `camt054`, `sepay` or `casso`"), loaded.faults[0].message);
  BOOST_TEST(load_settings({}, {{"PAYLINK_BANKS_VCB_FORMAT", "casso"}}).values.banks.at("VCB").format == "casso");
}

BOOST_AUTO_TEST_CASE(a_banks_code_in_small_letters_is_told_once_and_hides_no_other_fault) {
  const auto loaded = load("[banks.mb]\nconnector_secret = \"short\"\nformat = \"camt\"\nmodes = [\"open_banking\"]\n");
  BOOST_REQUIRE(loaded.faults.size() == 3u);
  BOOST_TEST(loaded.faults[0].setting == "[banks.mb]");
  BOOST_TEST(loaded.faults[0].message == "write the bank's code in capitals: [banks.MB]");
  BOOST_TEST(loaded.faults[1].setting == "banks.mb.connector_secret");
  BOOST_TEST(loaded.faults[2].setting == "banks.mb.format");
}

BOOST_AUTO_TEST_SUITE_END()
