#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

#include <filesystem>

/// The index of transfer texts on SQLite: every three characters in a row, in a file of its own beside the database, so
/// that no credit waits for it. What stands in it can be made again at any time: a file that is damaged, or of another
/// database (a restored one, say), is made anew.
namespace paylink::text_index {

/// Where the index of a database lies.
std::filesystem::path file_of(const std::filesystem::path& database);

/// Makes the file if it is not there, or cannot be read.
void make(const std::filesystem::path& database);

/// Lets a session of the database read the index as the schema `texts`; where it cannot, there is none.
void attach(soci::session& session, const std::filesystem::path& database);

/// The one that writes it, and makes it anew when it turns out to be damaged.
std::unique_ptr<text_indexer> open_indexer(const std::filesystem::path& database);

/// What the index is asked for: every text of these accounts that may hold `searched`. Empty when it is too short to be
/// asked for, or the accounts are too many.
std::string expression_of(std::string_view searched, std::span<const std::int64_t> accounts);

} // namespace paylink::text_index
