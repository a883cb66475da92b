#include "mail/file_transport.hpp"
#include "tests/mail/mail_reader.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace paylink::test {

namespace fs = std::filesystem;

namespace {

struct mail_folder {
  ~mail_folder() { fs::remove_all(above); }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& found : fs::directory_iterator{folder}) all.push_back(found.path());
    std::ranges::sort(all);
    return all;
  }
  const fs::path above = test::make_scratch_folder("paylink-mail-");
  const fs::path folder = above / "mail";
};

mail_message sample(const std::string& id) {
  return {.from = {"", "pay@example.vn"},
          .to = {"", "owner@shop.example"},
          .subject = "Không đến được",
          .text = "Chào bạn\n",
          .lang = language::vi,
          .id = id,
          .date = *parse_rfc3339("2026-03-15T02:30:00Z")};
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(mail_files, mail_folder)

BOOST_AUTO_TEST_CASE(a_mail_is_a_file_that_only_its_owner_reads) {
  file_transport transport{folder};
  BOOST_TEST((transport.send(sample("1.2.usr@example.vn")).what == mail_outcome::kind::written));
  BOOST_REQUIRE(files().size() == 1u);
  BOOST_TEST(files()[0].filename() == "2026-03-15T023000Z-1.2.usr.eml");
  BOOST_TEST((fs::status(files()[0]).permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
  BOOST_TEST((fs::status(folder).permissions() == fs::perms::owner_all));
  std::ifstream in{files()[0], std::ios::binary};
  const auto mail = read_mail({std::istreambuf_iterator<char>{in}, {}});
  BOOST_TEST(header_of(mail, "subject") == "Không đến được");
  BOOST_TEST(text_of_mail(mail) == "Chào bạn\n");
}

BOOST_AUTO_TEST_CASE(the_same_mail_again_is_the_same_file_and_another_is_another) {
  file_transport transport{folder};
  for (const auto* id : {"1.2.usr@x", "1.2.usr@x", "1.3.usr@x"}) transport.send(sample(id));
  BOOST_TEST(files().size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_id_leads_out_of_no_folder) {
  file_transport transport{folder};
  BOOST_TEST((transport.send(sample("../../x/y@z")).what == mail_outcome::kind::written));
  BOOST_REQUIRE(files().size() == 1u);
  BOOST_TEST(files()[0].filename() == "2026-03-15T023000Z-..-..-x-y.eml");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_delayed) {
  std::ofstream{folder} << "in the way";
  file_transport transport{folder};
  const auto outcome = transport.send(sample("1@x"));
  BOOST_TEST((outcome.what == mail_outcome::kind::delayed));
  BOOST_TEST(!outcome.reason.empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
