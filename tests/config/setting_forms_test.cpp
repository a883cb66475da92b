#include "tests/config/config_fixture.hpp"

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_FIXTURE_TEST_SUITE(setting_forms, config_fixture)

BOOST_AUTO_TEST_CASE(each_form_takes_what_it_should_and_nothing_else) {
  struct form {
    const char* variable;
    std::vector<const char*> good, bad;
  };
  const std::vector<form> forms{
      {"PAYLINK_HTTP_LISTEN",
       {"0.0.0.0:80", "127.0.0.1:0", "[::]:65535", "[2001:db8::1]:1"},
       {"", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:080", "::1:80", "[::1]", "[127.0.0.1]:80",
        "host:80", "[::1:80", "127.0.0.1:8080 "}},
      {"PAYLINK_HTTP_PUBLIC_URL",
       {"", "https://pay.example.vn", "http://127.0.0.1:8080", "https://example.vn/pay"},
       {"pay.example.vn", "ftp://x", "https://", "https:///x", "https://x/", "https://u@x", "https://x?y",
        "https://x#y", "https://x y", "https://\xc3\xa9"}},
      {"PAYLINK_HTTP_TRUSTED_PROXIES",
       {"", "10.0.0.0/8", "127.0.0.1", "[::1]/128", "fd00::/8", "0.0.0.0/0,::/0"},
       {"10.0.0.0/8:80", "10.0.0.0/", "10.0.0/8", "10.0.0.0/33", "::/129", "10.0.0.0/08", "010.0.0.1", "example.vn",
        "10.0.0.0/8,", ",", "[10.0.0.1]/8"}},
      {"PAYLINK_OUTBOUND_ALLOW_HTTP",
       {"127.0.0.0/8:443", "127.0.0.1:9901", "[::1]/128:8443", "[::1]:1"},
       {"127.0.0.0/8:0", "127.0.0.0/8:65536", "127.0.0.0:443/8", "[::1]8443", "127.0.0.1:"}},
      {"PAYLINK_OUTBOUND_DNS_SERVERS",
       {"", "9.9.9.9", "::1", "[::1]:53,127.0.0.1:5353"},
       {",", "9.9.9.9,", "dns", "9.9.9.9;8.8.8.8"}},
      {"PAYLINK_DATABASE_URL",
       {"", "sqlite:///var/lib/paylink.db", "postgresql://u:p@db/paylink"},
       {"sqlite://", "mysql://x", "paylink.db", "postgresql://"}},
      {"PAYLINK_MAIL_FROM",
       {"", "pay@example.vn", "Thanh toán <pay@example.vn>", "<a.b+c@mail>", "A \"B\" <a@b>"},
       {"pay", "pay@", "@example.vn", "a b@example.vn", "a@b@c", "a..b@c", ".a@c", "a@c.", "a@-c", "a@c.-d",
        "pay@example.vn>", "Pay <pay@example.vn", "Pay\r\nBcc: x <pay@example.vn>", "\xc3\xa9@example.vn"}},
      {"PAYLINK_BRAND_NAME",
       {"Service", "Pay-Link-2", "abcdefghijklmnopqrstuvwxyz12345"},
       {"", "Pay Link", "P\xc3\xa9", "a_b", "a.b", "abcdefghijklmnopqrstuvwxyz123456", "X\r\nY"}},
      {"PAYLINK_CLUSTER_NODE_NAME", {"", "node-1.example"}, {"a b", "a/b"}},
      {"PAYLINK_PAYMENT_LINKS_MAX_AMOUNT",
       {"2000", "999999999999"},
       {"1999", "2e3", "0x7d0", " 2000", "+2000", "1000000000000"}},
      {"WEBHOOK_BACKOFF_MULTIPLIER", {"1", "1.5", "100"}, {"0.99", "nan", "inf", "2x", "", "100.1", "-2"}},
      {"PAYLINK_BANKS_MB_CONNECTOR_SECRET",
       {"", "0123456789abcdef"},
       {"short", "with a space inside", "0123456789abcd\xc3\xa9"}},
      {"PAYLINK_BANKS_MB_MODES",
       {"", "open_banking", "national_switch, open_banking"},
       {"openbanking", "open_banking,,"}},
      {"PAYLINK_BANKS_MB_STATUS", {"Active", "Maintenance", "Discontinued"}, {"", "active"}},
      {"PAYLINK_BANKS_MB_FORMAT", {"native"}, {"", "xml"}},
  };
  for (const auto& [variable, good, bad] : forms) {
    for (const auto* text : good)
      BOOST_TEST(load_settings({}, {{variable, text}}).faults.empty(), variable << "=" << text);
    for (const auto* text : bad)
      BOOST_TEST(load_settings({}, {{variable, text}}).faults.size() == 1u, variable << "=" << text);
  }
}

BOOST_AUTO_TEST_CASE(a_mail_server_is_a_url_and_needs_a_sender) {
  const auto faults = [](const char* url, const char* from) {
    environment given{{"PAYLINK_MAIL_SMTP_URL", url}};
    if (*from != '\0') given["PAYLINK_MAIL_FROM"] = from;
    return lines_of(load_settings({}, given).faults);
  };
  for (const auto* good : {"smtp://mail.example.vn", "smtp://u:p%40ss@mail.example.vn:587", "smtps://user@10.0.0.1:465",
                           "smtp://[::1]:2525", "smtp://[::1]", "smtp://127.0.0.1:25/pay.example.vn?starttls=required",
                           "smtp://relay?starttls=never"})
    BOOST_TEST(faults(good, "pay@example.vn").empty(), good);
  for (const auto* bad :
       {"smtp://", "mail.example.vn", "http://mail.example.vn", "smtp://u:p@", "smtp://:p@host", "smtp://a@b@host",
        "smtp://host:0", "smtp://host:70000", "smtp://host:", "smtp://[::1", "smtp://ho st", "smtp://host/a/b",
        "smtp://host?starttls=maybe", "smtp://host?tls", "smtps://host?starttls=never", "smtp://host\r\nx"})
    BOOST_TEST(faults(bad, "pay@example.vn").size() == 1u, bad);
  BOOST_TEST(faults("smtp://host", "").size() == 1u);
  BOOST_TEST(faults("", "").empty());
  BOOST_TEST(!holds(faults("smtp://user:canary@ho st", "pay@example.vn").at(0), "canary"));
  settings values;
  values.mail.smtp_url = "smtp://user:canary@mail.example.vn:587?starttls=required";
  BOOST_TEST(!holds(printed(values), "canary"));
  BOOST_TEST(holds(printed(values), "mail.smtp_url = \"smtp://user:********@mail.example.vn:587?********\""));
}

BOOST_AUTO_TEST_CASE(certificate_and_key_need_each_other) {
  const auto missing = [](const environment& from) {
    const auto loaded = load_settings({}, from);
    return loaded.faults.empty() ? std::string{} : loaded.faults.front().setting;
  };
  BOOST_TEST(missing({{"PAYLINK_HTTP_TLS_CERTIFICATE", "c.pem"}}) == "http.tls_key");
  BOOST_TEST(missing({{"PAYLINK_HTTP_TLS_KEY", "k.pem"}}) == "http.tls_certificate");
  BOOST_TEST(missing({{"PAYLINK_HTTP_TLS_KEY", "k.pem"}, {"PAYLINK_HTTP_TLS_CERTIFICATE", "c.pem"}}) == "");
}

BOOST_AUTO_TEST_CASE(a_schedule_that_could_outlast_a_day_and_a_closed_feed_are_warned_about) {
  const auto warnings = [](const environment& from) { return load_settings({}, from).warnings.size(); };
  // 47 waits of 30 min and 48 attempts of 30 s are 23 h 54 min; one more is over.
  const environment close{
      {"WEBHOOK_INITIAL_DELAY", "30m"}, {"WEBHOOK_MAX_DELAY", "30m"}, {"WEBHOOK_MAX_ATTEMPTS", "48"}};
  auto over = close;
  over["WEBHOOK_MAX_ATTEMPTS"] = "49";
  BOOST_TEST(warnings({}) == 0u);
  BOOST_TEST(warnings(close) == 0u);
  BOOST_TEST(warnings(over) == 1u);
  BOOST_TEST(warnings({{"PAYLINK_BANKS_MB_STATUS", "Active"}}) == 1u);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_used_is_one_fault_with_its_place) {
  const auto only = [](const loaded_settings& loaded) {
    const auto lines = lines_of(loaded.faults);
    BOOST_TEST_REQUIRE(lines.size() == 1u);
    return lines.front();
  };
  BOOST_TEST(only(load_settings(folder / "absent.toml", {})) ==
             "absent.toml: : cannot be read: No such file or directory");
  BOOST_TEST(holds(only(load_settings(folder, {})), "cannot be read"));
  BOOST_TEST(only(load("[http]\nlisten = \n")).starts_with("paylink.toml:2: : is not TOML: "));
  BOOST_TEST(only(load("[log]\nlevel = \"info\"\nlevel = \"info\"\n")).starts_with("paylink.toml:3: : is not TOML: "));
  BOOST_TEST(only(load("[log]\nlevel = \"\xff\"\n")).starts_with("paylink.toml:2: : is not TOML: "));
  check_no_faults(load(""));
  check_no_faults(load("# nothing but a remark\n"));
}

BOOST_AUTO_TEST_CASE(what_is_printed_can_be_read_again_and_shows_no_secret) {
  const auto loaded = load("[banks.MB]\nconnector_secret = \"canary-0123456789\"\n[database]\n"
                           "url = \"postgresql://paylink:canary@db.example/paylink?sslmode=require&password=canary\"\n"
                           "[secrets]\nmaster_key_file = 'C:\\\"x\"'\n[webhook]\ninitial_delay = \"1500ms\"\n");
  check_no_faults(loaded);
  const auto text = printed(loaded.values);
  BOOST_TEST(!holds(text, "canary"), text);
  BOOST_TEST(holds(text, "banks.MB.connector_secret = \"********\""));
  BOOST_TEST(holds(text, "database.url = \"postgresql://paylink:********@db.example/paylink?********\""));
  BOOST_TEST(holds(text, "webhook.initial_delay = \"1500ms\""));
  const auto again = load(text.substr(0, text.find("banks.")));
  check_no_faults(again);
  BOOST_TEST(again.values.secrets.master_key_file == loaded.values.secrets.master_key_file);
  BOOST_TEST((again.values.webhook.initial_delay == 1500ms));
}

BOOST_AUTO_TEST_CASE(a_databases_address_has_one_of_three_forms_and_shows_no_password_in_any) {
  for (const std::string url : {"sqlite:///var/lib/paylink.db", "postgresql://paylink@db.example/paylink",
                                "postgres://paylink@db.example/paylink", "host=db.example dbname=paylink"})
    check_no_faults(load("[database]\nurl = \"" + url + "\"\n"));
  for (const std::string url :
       {"mysql://db.example/paylink", "db.example", "=paylink", "postgresql://", "http://x/?a=b"})
    BOOST_TEST(load("[database]\nurl = \"" + url + "\"\n").faults.size() == 1u, url);
  const auto loaded = load("[database]\nurl = \"host=db password='canary of two words' dbname=canary\"\n");
  check_no_faults(loaded);
  const auto text = printed(loaded.values);
  BOOST_TEST(!holds(text, "canary"), text);
  BOOST_TEST(holds(text, "database.url = \"host=db password=********\""), text);
}

BOOST_AUTO_TEST_CASE(no_part_of_a_password_is_printed_that_holds_what_should_be_encoded) {
  for (const std::string password : {"can?ary", "can@ary", "can/ary", "can:ary", "can#ary", "can?a@ry"}) {
    const auto text =
        printed(load("[database]\nurl = \"postgresql://paylink:" + password + "@db.example/paylink?a=b\"\n").values);
    BOOST_TEST(!holds(text, "can"), text);
    BOOST_TEST(!holds(text, "ary"), text);
  }
}

BOOST_AUTO_TEST_CASE(a_refused_secret_is_not_repeated_in_its_fault) {
  const auto loaded = load("[banks.MB]\nconnector_secret = \"canary\"\n[database]\nurl = \"mysql://u:canary@db\"\n",
                           {{"PAYLINK_BANKS_ACB_CONNECTOR_SECRET", "canary"}});
  BOOST_TEST(loaded.faults.size() == 3u);
  for (const auto& line : lines_of(loaded.faults)) BOOST_TEST(!holds(line, "canary"), line);
}

BOOST_AUTO_TEST_CASE(a_fault_is_one_line_whatever_the_value_holds) {
  const auto loaded = load("[log]\nlevel = \"a\\nb\\u001b[31m\"\n[\"x\\ny\"]\nz = 1\n[banks.\"M\\nB\"]\nmodes = []\n",
                           {{"PAYLINK_\nFORGED", "1"}});
  BOOST_TEST(loaded.faults.size() == 4u);
  for (const auto& line : lines_of(loaded.faults))
    BOOST_TEST(std::ranges::none_of(line, [](unsigned char c) { return c < 0x20; }), line);
}

BOOST_AUTO_TEST_CASE(the_process_environment_is_read) {
  const auto variables = process_environment();
  const char* path = std::getenv("PATH");
  BOOST_TEST_REQUIRE(path != nullptr);
  BOOST_TEST(variables.at("PATH") == path);
}

BOOST_AUTO_TEST_SUITE_END()
