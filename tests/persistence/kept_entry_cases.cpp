#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(kept_entries)

namespace {

/// Bytes of every kind that an index can neither compress nor hold when they are many.
std::string noise(store_world& world, std::size_t bytes) {
  std::string made(bytes, '\0');
  world.random.fill(std::as_writable_bytes(std::span{made}));
  return made;
}

std::string letters(store_world& world, std::size_t bytes) {
  auto made = noise(world, bytes);
  for (auto& byte : made) byte = static_cast<char>('!' + static_cast<unsigned char>(byte) % 90);
  return made;
}

keep_entry unusable(std::string number, std::string reference, std::string raw) {
  return {.feed = "MB",
          .account_number = std::move(number),
          .bank_reference = std::move(reference),
          .status = entry_status::booked,
          .reason = entry_result::invalid,
          .detail = "bank_reference must have 1 to 128 characters",
          .raw = std::move(raw)};
}

entry_result keep(store_world& world, const keep_entry& command) { return world.done<recorded_entry>(command).result; }

std::string kept(const store_world& world) { return world.ask("SELECT COUNT(*) FROM kept_entries"); }

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_is_kept_whole_however_long_its_names_are, Backend, backends) {
  store_world world{Backend::where};
  const auto reference = letters(world, 100'000), number = letters(world, 50'000);
  const auto command = unusable(number, reference, R"({"bank_reference":")" + std::string(300'000, 'r') + "\"}");
  BOOST_TEST((keep(world, command) == entry_result::invalid));
  BOOST_TEST((keep(world, command) == entry_result::duplicate));
  BOOST_TEST(kept(world) == "1");
  BOOST_TEST(world.ask("SELECT length(raw) FROM kept_entries") == std::to_string(command.raw.size()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(long_names_that_differ_at_their_end_alone_are_two, Backend, backends) {
  store_world world{Backend::where};
  const auto reference = letters(world, 5'000), number = letters(world, 5'000);
  BOOST_TEST((keep(world, unusable(number, reference, "{}")) == entry_result::invalid));
  BOOST_TEST((keep(world, unusable(number, reference + "x", "{}")) == entry_result::invalid));
  BOOST_TEST((keep(world, unusable(number + "x", reference, "{}")) == entry_result::invalid));
  BOOST_TEST((keep(world, unusable(number, reference, "{}")) == entry_result::duplicate));
  BOOST_TEST(kept(world) == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(names_of_an_ordinary_length_are_kept_as_they_are, Backend, backends) {
  store_world world{Backend::where};
  std::string wide;
  for (int count = 0; count < 128; ++count) wide += "\U0001F600";
  keep(world, unusable("0123456789", wide, "{}"));
  BOOST_TEST(world.ask("SELECT source_id FROM kept_entries") == wide);
  BOOST_TEST(world.ask("SELECT account_number FROM kept_entries") == "0123456789");
}

// What is refused on PostgreSQL alone is found by no test on SQLite: the same damage on both.
BOOST_AUTO_TEST_CASE_TEMPLATE(no_damaged_entry_is_refused_or_blocks_the_credit_beside_it, Backend, backends) {
  store_world world{Backend::where};
  constexpr std::size_t sizes[] = {0, 1, 64, 511, 512, 513, 2'700, 2'705, 8'192, 70'000};
  int made = 0;
  for (const auto size : sizes)
    for (const bool is_noise : {true, false}) {
      const auto of_size = [&](std::size_t bytes) { return is_noise ? noise(world, bytes) : letters(world, bytes); };
      auto entry = unusable(of_size(size), of_size(size), of_size(size));
      entry.detail = of_size(size);
      entry.feed = made % 2 == 0 ? "MB" : of_size(size);
      entry.status = made % 3 == 0 ? entry_status::rejected : entry_status::booked;
      const write_command batch[] = {entry, world.credit(std::nullopt, 5'000), entry};
      const auto replies = world.writer->apply(batch);
      BOOST_TEST_CONTEXT(size << (is_noise ? " bytes" : " letters")) {
        for (const auto& reply : replies) BOOST_REQUIRE((error_of(reply) == errc::ok));
        BOOST_TEST((std::get<recorded_entry>(*replies[1]).result == entry_result::recorded));
        BOOST_TEST((std::get<recorded_entry>(*replies[2]).result == entry_result::duplicate));
      }
      ++made;
    }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == std::to_string(made));
}

BOOST_AUTO_TEST_SUITE_END()
