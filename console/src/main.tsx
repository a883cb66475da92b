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
