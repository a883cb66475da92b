#pragma once
#include "api/changes/change_board.hpp"
#include "persistence/store.hpp"

#include <memory>

namespace paylink {

/// A writer that tells the board what each committed batch has changed. While nobody looks, that is one flag to read.
class announcing_writer final : public write_store {
public:
  announcing_writer(std::unique_ptr<write_store> inner, change_board& board)
      : inner_{std::move(inner)}, board_{board} {}

  std::vector<result<write_reply>> apply(std::span<const write_command> batch) override;
  void rest(bool idle) override { inner_->rest(idle); }

private:
  void announce(std::span<const write_command> batch, std::span<const result<write_reply>> outcomes);

  const std::unique_ptr<write_store> inner_;
  change_board& board_;
  std::vector<change> changed_; ///< Of the last batch: its memory is used again.
};

} // namespace paylink
