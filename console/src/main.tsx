import { render } from 'preact';
import { makeConsole } from './app/console';
import { language } from './texts/language';
import { loadTexts } from './texts/use_texts';

const outside = {
  '/signin': () => import('./entry/sign_in_page'),
  '/signup': () => import('./entry/sign_up_page'),
  '/confirm': () => import('./entry/confirm_page'),
  '/recover': () => import('./entry/recover_page'),
  '/invitation': () => import('./entry/invitation_page'),
};

const inside = {
  '/': () => import('./home/workspaces_page'),
  '/w/:ws': () => import('./home/home_page'),
  '/w/:ws/links': () => import('./payment_links/links_page'),
  '/w/:ws/links/new': () => import('./payment_links/new_link_page'),
  '/w/:ws/links/:pl': () => import('./payment_links/link_page'),
  '/w/:ws/transactions': () => import('./transactions/transactions_page'),
  '/w/:ws/transactions/:txn': () => import('./transactions/transaction_page'),
  '/w/:ws/deliveries': () => import('./deliveries/deliveries_page'),
  '/w/:ws/deliveries/:dlv': () => import('./deliveries/delivery_page'),
  '/transactions': () => import('./transactions/all_transactions_page'),
  '/w/:ws/webhooks': () => import('./webhooks/webhooks_page'),
  '/w/:ws/webhooks/new': () => import('./webhooks/new_webhook_page'),
  '/w/:ws/webhooks/:wh': () => import('./webhooks/webhook_page'),
  '/w/:ws/webhooks/:wh/edit': () => import('./webhooks/edit_webhook_page'),
  '/w/:ws/orders': () => import('./orders/orders_page'),
  '/w/:ws/orders/new': () => import('./orders/new_order_page'),
  '/w/:ws/orders/:ord': () => import('./orders/order_page'),
  '/w/:ws/banks': () => import('./banks/banks_page'),
  '/w/:ws/banks/connect': () => import('./banks/connect_page'),
  '/w/:ws/banks/:ba': () => import('./banks/account_page'),
  '/w/:ws/members': () => import('./members/members_page'),
  '/w/:ws/settings': () => import('./settings/settings_page'),
  '/w/:ws/developers': () => import('./developers/developers_page'),
  '/w/:ws/audit': () => import('./audit/audit_page'),
  '/account': () => import('./account/account_page'),
  '/tokens': () => import('./api_tokens/tokens_page'),
  '/tokens/new': () => import('./api_tokens/new_token_page'),
  '/tokens/:tok': () => import('./api_tokens/token_page'),
  '/plan': () => import('./plan/plan_page'),
};

const Console = makeConsole(outside, inside);
const place = document.getElementById('console')!;
const first = await loadTexts(language());
place.replaceChildren();
render(<Console first={first} />, place);
