#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

#include <filesystem>

/// The index of transfer texts on SQLite: trigrams, in a separate file beside the database, so that no credit waits for
/// it. It can be rebuilt at any time: a damaged file, or one of another database (such as a restored one), is rebuilt.
namespace paylink::text_index {

/// The path of a database's index.
std::filesystem::path file_of(const std::filesystem::path& database);

/// Creates the file if it is missing or cannot be read.
void make(const std::filesystem::path& database);

/// Attaches the index to a session of the database as the schema `texts`, if possible.
void attach(soci::session& session, const std::filesystem::path& database);

/// The indexer, which rebuilds the index if it is damaged.
std::unique_ptr<text_indexer> open_indexer(const std::filesystem::path& database);

/// The index query for every text of these accounts that may contain `searched`. Empty if it is too short, or there are
/// too many accounts.
std::string expression_of(std::string_view searched, std::span<const std::int64_t> accounts);

} // namespace paylink::text_index
