// What an import without proof says never stands in the way of what the bank says.
#include "tests/persistence/importing_world.hpp"
#include "tests/persistence/statement_plans.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(made_up_entries)

namespace {

/// A row of a file, with the bank's reference.
record_entry with_text(importing_world& world, const char* text, const std::optional<reference>& named, bool proves) {
  auto made = world.stated(named, 100'000, proves);
  made.entry.bank_reference = "0101";
  made.entry.content = text;
  importing_world::name(made);
  return made;
}

/// What a token has made up for a transfer, what then tells of the transfer, and what comes of the two.
struct made_up_case {
  const char* what;
  bool names_false = true;   ///< The token names a link of its choice; or no link.
  bool names_true = true;    ///< What comes later names the link that was paid; or nothing.
  bool is_statement = false; ///< A person's statement comes later, with the same reference; or the bank.
  bool has_other_text = false;
  bool is_settled = false; ///< Before what comes later, somebody has marked what the token has imported as settled.
};

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(what_proves_a_transfer_decides_what_it_is_for, Backend, backends) {
  const made_up_case rows[]{
      {"the bank names another link"},
      {"the bank names nothing", true, false},
      {"the bank names what the token left out", false, true},
      {"a person's file names another link", true, true, true},
      {"a person's file names what the token left out", false, true, true},
      {"a person's file has another text", true, true, true, true},
      {"a person's file has another text, and the token's names nothing", false, true, true, true},
      {"a person's file has another text, and names nothing", true, false, true, true},
      {"it was settled before the bank told of it", true, true, false, false, true},
  };
  for (const auto& row : rows) BOOST_TEST_CONTEXT(row.what) {
      importing_world world{Backend::where};
      const auto paid = world.make_link(), chosen = world.make_link();
      // The reference stands in another text than the one that is recorded: both entries are recorded alike.
      const auto say = [&](record_entry made, const char* text) {
        made.entry.bank_reference = made.feed == statement_feed ? "FT1" : "MB-1";
        made.entry.content = text;
        if (made.feed != statement_feed) return made;
        importing_world::name(made);
        return made;
      };
      const auto named = [](bool names, const payment_link& link) {
        return names ? std::optional{link.reference} : std::nullopt;
      };
      const auto found =
          world.done<recorded_entry>(say(world.stated(named(row.names_false, chosen), 100'000), "chuyen tien"));
      BOOST_TEST(found.is_unconfirmed == row.names_false);
      if (row.is_settled)
        world.apply(annotate_transaction{world.workspace, found.transaction, {}, true, world.by_owner()}).value();
      const auto reported = named(row.names_true, paid);
      const auto later = row.is_statement
                             ? say(world.stated(reported, 100'000, true), row.has_other_text ? "khac" : "chuyen tien")
                             : say(world.heard(reported, 100'000), "chuyen tien");
      const auto settled = world.done<recorded_entry>(later);
      BOOST_TEST((settled.result == entry_result::duplicate && settled.transaction == found.transaction));
      BOOST_TEST(!settled.conflict);
      const bool is_paid = row.names_true;
      BOOST_TEST((world.read(chosen).status == link_status::pending));
      BOOST_TEST((world.read(paid).status == (is_paid ? link_status::succeeded : link_status::pending)));
      BOOST_TEST(world.callbacks() == (is_paid ? "1" : "0"));
      const auto shown = world.shown(found.transaction);
      // What an import names by a text that is not the bank's does not wait any more.
      const bool waits = row.names_false && !row.has_other_text;
      const auto expected = is_paid ? paid.id : waits ? chosen.id : payment_link_id{};
      BOOST_TEST((shown.link == expected && shown.content == later.entry.content));
      BOOST_TEST((world.done<recorded_entry>(later).result == entry_result::duplicate));
      BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
      if (is_paid || !waits) continue;
      // What the bank has not named waits on, and a person may still confirm it.
      BOOST_TEST((attention_of(shown) == attention::statement_match));
      BOOST_TEST(world.confirm(found.transaction).has_value());
      BOOST_TEST((world.read(chosen).status == link_status::succeeded));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_made_up_row_with_the_banks_reference_makes_no_second_transfer, Backend, backends) {
  importing_world world{Backend::where};
  const auto paid = world.make_link(), chosen = world.make_link();
  auto heard = world.heard(paid.reference, 100'000);
  heard.entry.content = "KHACH A";
  const auto reported = world.done<recorded_entry>(heard);
  const auto made_up = world.done<recorded_entry>(with_text(world, "KHACH B", chosen.reference, false));
  BOOST_TEST((reported.classified == classification::matched && made_up.is_unconfirmed));
  for (int times = 0; times < 2; ++times) {
    const auto stated = world.done<recorded_entry>(with_text(world, "KHACH A", paid.reference, true));
    BOOST_TEST((stated.result == entry_result::duplicate && stated.transaction == reported.transaction));
    BOOST_TEST(!stated.conflict);
  }
  BOOST_TEST((attention_of(world.shown(made_up.transaction)) == attention::statement_match));
  BOOST_TEST((world.read(chosen).status == link_status::pending && world.callbacks() == "1"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_replaced_a_made_up_text_is_known_by_its_own, Backend, backends) {
  importing_world world{Backend::where};
  const auto paid = world.make_link();
  const auto made_up = world.done<recorded_entry>(with_text(world, "KHACH B", {}, false));
  const auto stated = world.done<recorded_entry>(with_text(world, "KHACH A", {}, true));
  BOOST_TEST((stated.transaction == made_up.transaction && !stated.classified));
  // A file without references, and the bank, which names more.
  auto without = with_text(world, "khach a", {}, true);
  without.entry.bank_reference = "S-1";
  without.entry.statement_id.resize(without.entry.statement_id.find('|'));
  BOOST_TEST((world.done<recorded_entry>(without).transaction == made_up.transaction));
  auto heard = world.heard(paid.reference, 100'000);
  heard.entry.content = "KHACH A";
  BOOST_TEST((world.done<recorded_entry>(heard).transaction == made_up.transaction));
  BOOST_TEST((world.read(paid).status == link_status::succeeded));
  // It is proved: another text with its reference is for people again.
  BOOST_TEST(world.done<recorded_entry>(with_text(world, "KHACH C", {}, true)).conflict);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_person_has_settled_completes_nothing_more, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  auto first = world.heard({}, 100'000);
  first.entry.content = "KHACH A";
  const auto reported = world.done<recorded_entry>(first);
  world.apply(annotate_transaction{world.workspace, reported.transaction, {}, true, world.by_owner()}).value();
  auto again = world.heard(link.reference, 100'000, "NAPAS");
  again.entry.content = "KHACH A";
  again.entry.occurred_at = first.entry.occurred_at;
  const auto repeated = world.done<recorded_entry>(again);
  BOOST_TEST((repeated.transaction == reported.transaction && !repeated.classified));
  BOOST_TEST((world.read(link).status == link_status::pending));
}

// Anyone who imports can add another link's reference to a true text.
BOOST_AUTO_TEST_CASE_TEMPLATE(what_an_import_has_made_ambiguous_is_settled_by_what_the_bank_names, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  auto unclear = world.stated(link.reference, 100'000);
  unclear.link.reset();
  unclear.ambiguous = true;
  const auto found = world.done<recorded_entry>(unclear);
  BOOST_TEST(world.open_ones() == 1u);
  const auto reported = world.done<recorded_entry>(world.heard(link.reference, 100'000));
  BOOST_TEST((reported.transaction == found.transaction && reported.classified == classification::matched));
  BOOST_TEST((world.read(link).status == link_status::succeeded && world.open_ones() == 0u));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_reference_with_another_text_is_kept_aside_for_people, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  const auto row = [&](const char* text, const std::optional<reference>& named) {
    return with_text(world, text, named, true);
  };
  const auto first = world.done<recorded_entry>(row("KHACH A TRA", {}));
  const auto again = world.done<recorded_entry>(row("KHACH A", {}));
  BOOST_TEST((again.result == entry_result::duplicate && !again.conflict));
  for (int times = 0; times < 2; ++times) {
    const auto other = world.done<recorded_entry>(row("KHACH B", link.reference));
    BOOST_TEST((other.result == entry_result::duplicate && other.conflict && other.transaction == first.transaction));
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'conflict'") == "1");
  BOOST_TEST((world.read(link).status == link_status::pending));
}

enum class teller { feed, person, other_reference, other_text, other_time };

// In every order of the bank's word, a person's file, and what a token makes up: the same text with another reference,
// the reference with another text, and another time of day.
BOOST_AUTO_TEST_CASE_TEMPLATE(whatever_a_token_imports_a_transfer_is_one_and_pays_its_link, Backend, backends) {
  importing_world world{Backend::where};
  const auto chosen = world.make_link({.amount = std::nullopt});
  using enum teller;
  std::array order{feed, person, other_reference, other_text, other_time};
  std::int64_t amount = 100'000;
  do {
    const auto paid = world.make_link({.amount = money{++amount}});
    const auto reported = [&](teller by) {
      auto made = by == feed ? world.heard(paid.reference, amount) : world.stated(paid.reference, amount, by == person);
      made.entry.bank_reference = (by == other_reference ? "X" : "FT") + std::to_string(amount);
      made.entry.content = by == other_text ? "khac" : "chuyen tien " + std::to_string(amount);
      if (by == feed) return made;
      if (by != person) made.link = chosen.reference;
      if (by == other_time) made.entry.bank_reference.clear(), made.entry.occurred_at += 54'157s;
      importing_world::name(made);
      return made;
    };
    for (const auto by : order) world.done<recorded_entry>(reported(by));
    const auto of_amount = " FROM transactions WHERE amount = " + std::to_string(amount);
    BOOST_TEST_CONTEXT(std::to_string(amount)) {
      BOOST_TEST((world.read(paid).status == link_status::succeeded));
      BOOST_TEST(world.ask("SELECT COUNT(*)" + of_amount + " AND unproved = 0") == "1");
      BOOST_TEST(world.ask("SELECT COUNT(*)" + of_amount + " AND classification IS NOT NULL") == "1");
    }
    const auto before = world.ask("SELECT COUNT(*) FROM transactions");
    for (const auto by : order)
      BOOST_TEST((world.done<recorded_entry>(reported(by)).result == entry_result::duplicate));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == before);
  } while (std::ranges::next_permutation(order).found);
  BOOST_TEST((world.read(chosen).status == link_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_made_up_reference_makes_no_second_transfer_on_a_virtual_account, Backend, backends) {
  importing_world world{Backend::where};
  const auto on_virtual = [&](record_entry made) {
    made.virtual_account_row = world.receiver.row;
    made.entry.virtual_account_number = world.receiver.number;
    made.entry.content = "KHACH A";
    return made;
  };
  const auto first = world.make_link({.on_virtual_account = true});
  world.done<recorded_entry>(on_virtual(world.heard({}, 100'000)));
  BOOST_TEST((world.read(first).status == link_status::succeeded));
  auto made_up = with_text(world, "KHACH A", {}, false);
  made_up.entry.statement_id.append("X");
  world.done<recorded_entry>(on_virtual(made_up));
  const auto second = world.make_link({.on_virtual_account = true});
  const auto stated = world.done<recorded_entry>(on_virtual(with_text(world, "KHACH A", {}, true)));
  BOOST_TEST((stated.result == entry_result::duplicate));
  BOOST_TEST((world.read(second).status == link_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_name_that_was_given_up_names_no_two_transactions, Backend, backends) {
  importing_world world{Backend::where};
  world.add_webhook(bit_of(webhook_event::transaction_credit));
  const auto made_up = world.done<recorded_entry>(with_text(world, "KHACH X", {}, false));
  world.done<recorded_entry>(with_text(world, "KHACH T", {}, true));
  // The bank has one with the made-up text, too, and another reference.
  auto other = with_text(world, "KHACH X", {}, true);
  other.entry.statement_id.resize(other.entry.statement_id.find('|'));
  const auto reported = world.done<recorded_entry>(other);
  BOOST_TEST((reported.result == entry_result::recorded && reported.transaction != made_up.transaction));
  BOOST_TEST((world.done<recorded_entry>(other).transaction == reported.transaction));
  BOOST_TEST((world.done<recorded_entry>(with_text(world, "KHACH X", {}, false)).transaction == made_up.transaction));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM (SELECT id FROM transactions GROUP BY id) d") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(who_did_not_hear_of_a_made_up_text_hears_of_the_banks, Backend, backends) {
  importing_world world{Backend::where};
  world.add_webhook(bit_of(webhook_event::transaction_credit));
  world.add_webhook(bit_of(webhook_event::transaction_credit), {.text = "NAP"});
  world.done<recorded_entry>(with_text(world, "gia", {}, false));
  const auto proved = world.done<recorded_entry>(with_text(world, "NAP 77", {}, true));
  BOOST_TEST((proved.jobs.size() == 1u && proved.jobs.at(0).body.find("NAP 77") != std::string::npos));
  world.done<recorded_entry>(with_text(world, "NAP 77", {}, true));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nobody_is_told_again_once_those_who_were_told_may_be_forgotten, Backend, backends) {
  importing_world world{Backend::where};
  world.add_webhook(bit_of(webhook_event::transaction_credit));
  world.done<recorded_entry>(with_text(world, "gia", {}, false));
  run_sql(world.url, "DELETE FROM deliveries");
  run_sql(world.url, "UPDATE transactions SET received_at = received_at - 34560000000");
  const auto proved = world.done<recorded_entry>(with_text(world, "NAP 77", {}, true));
  BOOST_TEST((proved.result == entry_result::duplicate && proved.jobs.empty()));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "0");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_settled_yet_has_changed_nothing) {
  importing_world world{kind::postgresql};
  const auto link = world.make_link();
  const auto made_up = world.done<recorded_entry>(with_text(world, "gia", {}, false));
  const auto proof = with_text(world, "KHACH A", link.reference, true);
  {
    const foreign_transaction holds{world.url, "SELECT row FROM payment_links FOR UPDATE"};
    BOOST_TEST(std::holds_alternative<held_up>(world.apply(proof).value()));
    BOOST_TEST(world.ask("SELECT COUNT(statement_id) FROM transactions") == "0");
  }
  const auto settled = world.done<recorded_entry>(proof);
  BOOST_TEST((settled.transaction == made_up.transaction && settled.classified == classification::matched));
}

// What a person has confirmed is proved, but not the reference that it was imported with.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_confirmed_match_is_known_by_its_text_and_swallows_no_other, Backend, backends) {
  for (const auto* later : {"KHACH A", "MBVCB KHACH A tu NGUYEN", "KHACH B"}) BOOST_TEST_CONTEXT(later) {
      const bool is_another = later == std::string_view{"KHACH B"};
      importing_world world{Backend::where};
      const auto link = world.make_link(), other = world.make_link();
      const auto found = world.done<recorded_entry>(with_text(world, "KHACH A", link.reference, false));
      world.confirm(found.transaction).value();
      const auto stated = world.done<recorded_entry>(with_text(world, later, other.reference, true));
      BOOST_TEST(
          (stated.result == (is_another ? entry_result::recorded : entry_result::duplicate) && !stated.conflict));
      BOOST_TEST((stated.transaction == found.transaction) == !is_another);
      // With the bank's own reference.
      auto true_one = with_text(world, "KHACH A", link.reference, true);
      true_one.entry.statement_id.replace(true_one.entry.statement_id.find("0101"), 4, "0202");
      if (is_another) BOOST_TEST((world.done<recorded_entry>(true_one).transaction == found.transaction));
      auto heard = world.heard(link.reference, 100'000);
      heard.entry.content = "khach a";
      const auto reported = world.done<recorded_entry>(heard);
      BOOST_TEST((reported.transaction == found.transaction && !reported.conflict));
      BOOST_TEST((world.read(other).status == (is_another ? link_status::succeeded : link_status::pending)));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_made_up_virtual_account_makes_no_second_transfer, Backend, backends) {
  importing_world world{Backend::where};
  const auto chosen = world.make_link({.on_virtual_account = true});
  auto made_up = with_text(world, "KHACH A", {}, false);
  made_up.virtual_account_row = world.receiver.row;
  const auto found = world.done<recorded_entry>(made_up);
  BOOST_TEST(found.is_unconfirmed);
  auto heard = world.heard({}, 100'000);
  heard.entry.content = "KHACH A";
  BOOST_TEST((world.done<recorded_entry>(heard).transaction == found.transaction));
  // The match waits on, and the bank's word names no virtual account.
  const auto shown = world.shown(found.transaction);
  BOOST_TEST((shown.link == chosen.id && attention_of(shown) == attention::statement_match));
  BOOST_TEST(world.ask("SELECT COUNT(virtual_account_row) FROM transactions") == "0");
  BOOST_TEST((world.done<recorded_entry>(with_text(world, "KHACH A", {}, true)).transaction == found.transaction));
}

// Whatever the first report of it was, and whatever has become of it.
BOOST_AUTO_TEST_CASE_TEMPLATE(who_waits_for_a_virtual_account_hears_of_it_when_a_bank_names_it, Backend, backends) {
  enum { reported, imported, imported_by_a_person, paid_link, settled, debit };
  for (const auto as : {reported, imported, imported_by_a_person, paid_link, settled, debit})
    for (const bool again_in_statement : {false, true}) BOOST_TEST_CONTEXT(as << again_in_statement) {
        importing_world world{Backend::where};
        const bool is_stated = as == imported || as == imported_by_a_person;
        if (is_stated && again_in_statement) continue; // which name no virtual accounts besides
        const auto event = as == debit ? webhook_event::transaction_debit : webhook_event::transaction_credit;
        world.add_webhook(bit_of(event), {.virtual_accounts = {world.receiver.id}});
        const auto link = as == paid_link ? std::optional{world.make_link().reference} : std::nullopt;
        auto first = is_stated ? with_text(world, "KHACH A", {}, as == imported_by_a_person)
                               : world.heard(link, 100'000, again_in_statement ? "MB" : "NAPAS");
        auto again = again_in_statement ? with_text(world, "KHACH A", link, true) : world.heard(link, 100'000);
        first.entry.content = again.entry.content = "KHACH A";
        if (as == debit) first.entry.type = again.entry.type = transfer_type::debit;
        if (again_in_statement) importing_world::name(again);
        if (!is_stated && !again_in_statement) again.entry.occurred_at = first.entry.occurred_at;
        again.virtual_account_row = world.receiver.row;
        again.entry.virtual_account_number = world.receiver.number;
        const auto known = world.done<recorded_entry>(first);
        if (as == settled)
          world.apply(annotate_transaction{world.workspace, known.transaction, {}, true, world.by_owner()}).value();
        const auto later = world.done<recorded_entry>(again);
        BOOST_TEST((later.transaction == known.transaction && !later.conflict));
        BOOST_TEST((known.jobs.size() == (as == paid_link ? 1u : 0u) && later.jobs.size() == 1u));
        BOOST_TEST((world.done<recorded_entry>(again).jobs.empty()));
        BOOST_TEST((world.shown(known.transaction).virtual_account == world.receiver.id));
      }
}

// Whichever of the two is proved, and in whatever order they come.
BOOST_AUTO_TEST_CASE_TEMPLATE(two_equal_transfers_with_references_of_their_own_are_two, Backend, backends) {
  const auto stated = [](importing_world& world, const char* reference, bool proves) {
    auto made = world.stated({}, 100'000, proves);
    made.entry.bank_reference = reference;
    made.entry.content = "KHACH A";
    importing_world::name(made);
    return made;
  };
  const std::vector<const char*> orders[]{{"p1", "p6"}, {"p6", "p1"}};
  for (const auto& order : orders) BOOST_TEST_CONTEXT(order[0]) {
      importing_world world{Backend::where};
      const auto known = world.done<recorded_entry>(stated(world, "p1", true));
      for (int times = 0; times < 2; ++times)
        for (const auto* reference : order) {
          const auto later = world.done<recorded_entry>(stated(world, reference, false));
          const bool is_known = reference == std::string_view{"p1"};
          BOOST_TEST((later.transaction == known.transaction) == is_known);
          BOOST_TEST((later.result == entry_result::recorded) == (!is_known && times == 0));
        }
      BOOST_TEST((world.done<recorded_entry>(stated(world, "p6", true)).result == entry_result::duplicate));
      BOOST_TEST(world.ask("SELECT COUNT(*) || ' ' || SUM(unproved) FROM transactions") == "2 0");
    }
}

// What was confirmed has no proved reference until a proof gives it one: then it is no other's.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_confirmed_match_stands_for_one_of_two_equal_transfers, Backend, backends) {
  importing_world world{Backend::where};
  const auto link = world.make_link();
  const auto stated = [&](const char* reference, bool proves) {
    auto made = with_text(world, "KHACH A", link.reference, proves);
    made.entry.statement_id.replace(made.entry.statement_id.find("0101"), 4, reference);
    made.entry.bank_reference += reference;
    made.name_transaction();
    return made;
  };
  const auto found = world.done<recorded_entry>(stated("p001", false));
  world.confirm(found.transaction).value();
  for (int times = 0; times < 2; ++times)
    for (const auto* reference : {"p006", "p001"}) world.done<recorded_entry>(stated(reference, true));
  BOOST_TEST(world.ask("SELECT COUNT(*) || ' ' || COUNT(DISTINCT statement_ref) FROM transactions") == "2 2");
}

BOOST_AUTO_TEST_SUITE_END()
