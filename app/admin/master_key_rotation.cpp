#include "app/admin/master_key_rotation.hpp"

#include "logging/log.hpp"
#include "secrets/key_file.hpp"

#include <algorithm>
#include <stdexcept>

namespace paylink {

namespace {

/// Small, so that credits behind a batch do not wait long.
constexpr int values_in_batch = 100;
/// A value sealed with an old key and stored during a pass is found by the next pass.
constexpr int passes_max = 10;

std::string key_of(const sealed_value& value) { return value.sealed.substr(0, value.sealed.find('.')); }

[[noreturn]] void refuse(const master_keys& keys, const sealed_value& unopened) {
  constexpr auto advice =
      "; restore the file that belongs to this database, or give its path in secrets.master_key_file";
  const auto file = "master key file " + keys.file().string();
  const auto missed = " sealed with the master key " + key_of(unopened);
  if (!keys.is_new())
    throw std::runtime_error{"the " + file + " does not belong to this database, which is" + missed + advice};
  // A key that opens nothing must not look like the missing one.
  std::error_code ignored;
  std::filesystem::remove(keys.file(), ignored);
  throw std::runtime_error{"there is no " + file + ", and the database is" + missed + advice};
}

template <class Reply>
Reply carried_out(const sealed_rows& rows, write_command command) {
  auto reply = rows.apply(std::move(command));
  if (!reply)
    throw std::runtime_error{"the database cannot be written (" + reply.error().message() +
                             "); nothing is lost: all keys stay in the file, and the next start, or paylinkd admin "
                             "rotate-master-key --remove-old, continues from here"};
  return std::get<Reply>(std::move(*reply));
}

void note_unreadable(const master_keys& keys, const sealed_value& value, resealing& done) {
  log::error("master_key.value_unreadable",
             {{"workspace", value.workspace_id}, {"row", value.id}, {"key", key_of(value)}});
  ++done.unreadable;
  const auto id = key_of(value);
  if (!keys.knows(id) && std::ranges::find(done.unknown_keys, id) == done.unknown_keys.end())
    done.unknown_keys.push_back(id);
}

/// Goes once through all values that are not sealed with the current key.
resealing pass(const sealed_rows& rows, const master_keys& keys, random_source& random) {
  const auto current = keys.current_id();
  resealing done;
  sealed_value after;
  for (bool more = true; more;) {
    auto found = rows.reader.ask(list_sealed_values{current, after, values_in_batch});
    more = found.has_more;
    reseal_values batch;
    for (auto& value : found.rows) {
      auto anew = keys.reseal(value.sealed, place_of(value), random);
      if (!anew)
        note_unreadable(keys, value, done);
      else
        batch.values.push_back({value.column, value.row, value.sealed, std::move(*anew)});
    }
    if (!batch.values.empty()) done.changed += carried_out<resealed_values>(rows, std::move(batch)).changed;
    if (more) after = std::move(found.rows.back());
  }
  return done;
}

void check_canary(const sealed_rows& rows, master_keys& keys) {
  const auto canary = rows.reader.ask(find_canary{});
  if (!canary)
    throw std::runtime_error{"the check value of the master key cannot be read: " + canary.error().message()};
  if (keys.open(canary->sealed, canary_place) != canary_text) refuse(keys, *canary);
}

} // namespace

std::string place_of(const sealed_value& value) {
  switch (value.column) {
  case sealed_column::canary:
    return std::string{canary_place};
  case sealed_column::mail_token:
    return mail_token_place(value.id);
  case sealed_column::totp_secret:
    return totp_secret_place(value.id);
  case sealed_column::webhook_api_key:
    return webhook_api_key_place(value.workspace_id, value.id);
  case sealed_column::webhook_secret:
    return webhook_secret_place(value.workspace_id, value.id);
  case sealed_column::signing_key:
    break;
  }
  return signing_key_place(value.workspace_id, value.id);
}

void require_master_keys(const sealed_rows& rows, master_keys& keys, random_source& random) {
  const auto canary = rows.reader.ask(find_canary{});
  if (!canary && to_errc(canary.error()) == errc::not_found) {
    // A database of an older version: any of its signing keys serves as the canary.
    for (const auto& first : rows.reader.ask(list_sealed_values{{}, {}, 1}).rows)
      if (!keys.open(first.sealed, place_of(first))) refuse(keys, first);
    carried_out<std::monostate>(rows, keep_canary{keys.seal(canary_text, canary_place, random)});
  }
  // Read back: another node may have been first.
  check_canary(rows, keys);
  const auto left = reseal_all(rows, keys, random);
  if (!left.unknown_keys.empty())
    throw std::runtime_error{"the master key file " + keys.file().string() + " lacks the key " +
                             left.unknown_keys.front() + ", with which " + std::to_string(left.unreadable) +
                             " values of the database are encrypted; add its line again after the first one"};
  if (left.changed > 0) log::info("master_key.values_resealed", {{"key", keys.current_id()}, {"values", left.changed}});
}

resealing reseal_all(const sealed_rows& rows, const master_keys& keys, random_source& random) {
  resealing done;
  for (int number = 0; number < passes_max; ++number) {
    auto found = pass(rows, keys, random);
    done.changed += found.changed;
    done.unreadable = found.unreadable;
    done.unknown_keys = std::move(found.unknown_keys);
    if (found.changed == 0) break;
  }
  return done;
}

resealing rotate_master_key(const sealed_rows& rows, master_keys& keys, random_source& random) {
  const auto id = keys.add_key(random);
  log::info("master_key.added", {{"key", id}});
  auto done = reseal_all(rows, keys, random);
  log::info("master_key.values_resealed", {{"key", id}, {"values", done.changed}, {"unreadable", done.unreadable}});
  return done;
}

std::size_t remove_old_master_keys(const sealed_rows& rows, master_keys& keys, random_source& random) {
  const auto before = read_key_file(keys.file()).size();
  for (int tries = 0; tries < passes_max; ++tries) {
    const auto left = reseal_all(rows, keys, random);
    if (left.unreadable > 0)
      throw std::runtime_error{std::to_string(left.unreadable) +
                               " values cannot be decrypted (the log names them); no key is removed"};
    // From here on the store refuses values sealed with an old key; those stored before this empty command are in the
    // following list. So no value is missed between the last check and the removal.
    keys.use_current_only();
    try {
      carried_out<resealed_values>(rows, reseal_values{});
      if (rows.reader.ask(list_sealed_values{keys.current_id(), {}, 1}).rows.empty()) {
        keys.remove_others_from_file();
        log::info("master_key.old_keys_removed", {{"key", keys.current_id()}, {"removed", before - 1}});
        return before - 1;
      }
    } catch (...) {
      keys.use_all_again();
      throw;
    }
    keys.use_all_again();
  }
  throw std::runtime_error{"values are still being encrypted with an old key; no key is removed, try again later"};
}

} // namespace paylink
