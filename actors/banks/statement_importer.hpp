#pragma once
#include "actors/interfaces.hpp"

namespace paylink {

/// Records the entries of imported statements.
/// Owns:       the imports in progress.
/// Receives:   continued_call<statement_import>.
/// Sends to:   DIRECTORY (the entries), STORE (unusable entries), READERS (calls whose entries are on disk).
/// Guarantees: few imports at once, and few entries of each: those of feeds come between.
struct statement_importer_state {
  statement_importer_state(statement_importer_actor::pointer owner) : self{owner} {}
  static inline const char* name = "statement-importer";

  struct open_import {
    continued_call<statement_import> call;
    std::shared_ptr<const char> turn;
    std::vector<entry_answer> answers{}; ///< Of the portions that are on disk.
  };
  void on_import(const continued_call<statement_import>& wanted);
  void import_portion(const std::shared_ptr<open_import>& open);

  statement_importer_actor::pointer self;
  directory_actor directory;
  store_actor store;
  std::shared_ptr<const char> turns = std::make_shared<char>(); ///< Each copy is an import.
};

statement_importer_actor::behavior_type
statement_importer_behavior(statement_importer_actor::stateful_pointer<statement_importer_state> self,
                            directory_actor directory, store_actor store);

} // namespace paylink
