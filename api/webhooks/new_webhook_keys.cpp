#include "api/webhooks/new_webhook_keys.hpp"

#include "secrets/sealing.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

made_keys make_keys(const call_context& context, const webhook_id& of) {
  auto& random = context.services.random;
  const auto& keys = context.services.keys;
  const shown_webhook_keys shown{make_secret("whk", random), make_secret("whs", random)};
  made_keys made{.shown = shown};
  // The time makes it another with each rotation.
  made.sealed.id = of.text() + "." + delivery_id::make(context.now, random).text().substr(4);
  const auto workspace = context.workspace.view();
  made.sealed.api_key = keys.seal(shown.api_key, webhook_api_key_place(workspace, made.sealed.id), random);
  made.sealed.secret = keys.seal(shown.secret, webhook_secret_place(workspace, made.sealed.id), random);
  return made;
}

void carry(webhook_target& target, const sealed_webhook_keys& keys) {
  target.key_id = keys.id;
  target.sealed_api_key = keys.api_key;
  target.sealed_secret = keys.secret;
}

} // namespace paylink
