// Fills a store for measurements from outside, and writes what the measuring program has to know.
#include "bench/seeded_store.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

using paylink::load::seeded_store;

struct order {
  std::string data, database, callback, hang_callback, refs, vars;
  int links = 0, hang = 0;
};

void write_references(const order& wanted, const seeded_store& made) {
  std::ofstream refs{wanted.refs};
  for (const auto& reference : made.references) refs << reference << '\n';
}

void write_variables(const order& wanted, const seeded_store& made) {
  const auto template_file = std::filesystem::path{wanted.data} / "create.tpl";
  std::ofstream{template_file} << R"({"bank_account_id":")" << made.account
                               << R"(","callback_url":"https://merchant.example/callback/{{seq}}","amount":"250000"})"
                               << '\n';
  std::ofstream vars{wanted.vars};
  const std::string links = "/v1.1/payment-links/" + made.workspace;
  vars << "OURS_KEYS=" << wanted.refs << "\nGEN_SECRET=" << made.feed_secret << "\nOURS_SINKSECRET=" << made.signing_key
       << "\nOURS_ACCOUNT=" << made.account_number << "\nOURS_HEADERS=Authorization: Bearer " << made.token
       << "\nOURS_CREATE_URL=" << links << "\nOURS_CREATE_TPL=" << template_file.string() << "\nOURS_PATHS=html6k=/l/"
       << made.first_public_id << " json1k=" << links << '/' << made.first_link << '\n';
}

void fill(const order& wanted) {
  const auto made = paylink::load::seed_store(
      {.data = wanted.data, .database = wanted.database, .links = wanted.links, .callback_of = [&](int position) {
         const bool hangs = wanted.hang > 0 && position % wanted.hang == 0;
         return hangs ? wanted.hang_callback : wanted.callback;
       }});
  write_references(wanted, made);
  write_variables(wanted, made);
}

} // namespace

int main(int count, char** words) {
  order wanted;
  CLI::App program{"Fills a store for measurements.", "bench_store"};
  program.add_option("--data", wanted.data, "Folder for the master key, and the database unless --database is given")
      ->required();
  program.add_option("--database", wanted.database, "postgresql://…");
  program.add_option("--links", wanted.links, "How many pending links")->required();
  program.add_option("--callback", wanted.callback, "Their callback URL")->required();
  program.add_option("--hang", wanted.hang, "Every so manieth link has --hang-callback instead");
  program.add_option("--hang-callback", wanted.hang_callback);
  program.add_option("--refs", wanted.refs, "File for the references, one a line")->required();
  program.add_option("--vars", wanted.vars, "File for what the measuring program needs, NAME=value a line")->required();
  CLI11_PARSE(program, count, words);
  if (wanted.database.empty()) wanted.database = "sqlite://" + wanted.data + "/paylink.db";
  try {
    fill(wanted);
  } catch (const std::exception& fault) {
    std::cerr << "bench_store: " << fault.what() << '\n';
    return 1;
  }
  return 0;
}
