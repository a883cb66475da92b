// What each screen of the console offers that writes: its control, the permission that this takes, and the call in which it ends.
// The calls name things that do not exist, and their bodies a member that nobody knows: behind the permission they are refused, and
// change nothing.

export const ranks = ['viewer', 'member', 'admin', 'owner'];

/** The least role that holds each permission. `own`: what is about oneself. */
export const holders = {
  own: 'viewer',
  'payment_links:write': 'member',
  'webhooks:write': 'admin',
  'webhooks:delete': 'admin',
  'bank_accounts:write': 'admin',
  'bank_accounts:delete': 'admin',
  'workspaces:write': 'admin',
  'workspaces:members': 'admin',
  'workspaces:delete': 'owner',
  signing_key: 'admin',
  export: 'admin',
};

// A control in a menu or a panel is named after it: `More actions › Cancel link`.
const taking = (permission) => (name, call, special = {}) => ({ name, permission, call, ...special });
const own = taking('own');
const ofLinks = taking('payment_links:write');
const ofWebhooks = taking('webhooks:write');
const deletingWebhooks = taking('webhooks:delete');
const ofBanks = taking('bank_accounts:write');
const deletingBanks = taking('bank_accounts:delete');
const ofWorkspace = taking('workspaces:write');
const ofMembers = taking('workspaces:members');
/** Off for everybody, for a reason that is no role. */
const off = (name) => ({ name, isOff: true });
/** Those who may not are told so in its place. */
const hidden = { isHidden: true };

const newLink = ofLinks('Create link', 'POST /payment-links/{ws}');
const resendCallbacks = ofLinks('Send again…', 'POST /payment-links/{ws}/callbacks/resend');
const note = (name) => ofLinks(name, 'PATCH /transactions/{ws}/txn_unknown');
const newWebhook = (name) => ofWebhooks(name, 'POST /webhooks/{ws}');
const newOrder = (name) => ofLinks(name, 'POST /orders/{ws}');
const connect = (name) => ofBanks(name, 'POST /bank-accounts/{ws}');
const ofAccount = (take, name, method, rest = '') => take(name, `${method} /bank-accounts/{ws}/ba_unknown${rest}`);
const ofWebhook = (take, name, method, rest = '') => take(name, `${method} /webhooks/{ws}/wh_unknown${rest}`);
const ofInvitations = (name, special) => ofMembers(name, 'POST /workspaces/{ws}/invitations', special);
const settings = (state) => [
  '/w/{ws}/settings',
  ...['General › Save', 'Emails › Save', 'Two-factor authentication › Save'].map((name) => ofWorkspace(name, 'PATCH /workspaces/{ws}')),
  state,
  taking('export')('Export › Export everything', 'GET /workspaces/{ws}/export'),
  taking('workspaces:delete')('Deletion › Delete Workspace', 'DELETE /workspaces/{ws}?confirm='),
];

/** By the console's routes: the addresses that are looked at, each with its controls. */
export const screens = {
  '/': [['/', own('Create Workspace', 'POST /workspaces')]],
  '/w/:ws': [['/w/{ws}', newLink]],
  '/w/:ws/links': [
    ['/w/{ws}/links', newLink],
    ['/w/{ws}/links?callback_status=failed', newLink, resendCallbacks],
  ],
  '/w/:ws/links/new': [['/w/{ws}/links/new', ofLinks('Create link', 'POST /payment-links/{ws}')]],
  '/w/:ws/links/:pl': [
    ['/w/{ws}/links/{pending}', ofLinks('More actions › Cancel link', 'POST /payment-links/{ws}/pl_unknown/cancel')],
    ['/w/{ws}/links/{paid}', ofLinks('Send again', 'POST /payment-links/{ws}/pl_unknown/callback/resend'), note('Add note')],
  ],
  '/w/:ws/transactions': [
    ['/w/{ws}/transactions'],
    ['/w/{ws}/transactions?attention=open', note('Settle…')],
  ],
  '/w/:ws/transactions/:txn': [
    ['/w/{ws}/transactions/{open}', note('Settle…')],
    ['/w/{ws}/transactions/{matched}', note('Add note')],
  ],
  '/w/:ws/deliveries': [
    ['/w/{ws}/deliveries'],
    ['/w/{ws}/deliveries?callback_status=failed', resendCallbacks],
    ['/w/{ws}/deliveries?tab=webhooks'],
    ['/w/{ws}/deliveries?tab=webhooks&status=failed', ofWebhooks('Send again…', 'POST /deliveries/{ws}/resend')],
  ],
  '/w/:ws/deliveries/:dlv': [
    ['/w/{ws}/deliveries/{delivery}', ofWebhooks('Send again', 'POST /deliveries/{ws}/dlv_unknown/resend')],
  ],
  '/transactions': [['/transactions']],
  '/w/:ws/webhooks': [['/w/{ws}/webhooks', newWebhook('Create webhook')]],
  '/w/:ws/webhooks/new': [
    ['/w/{ws}/webhooks/new', newWebhook('Create webhook')],
    ['/w/{ws}/webhooks/new?type=telegram', newWebhook('Create webhook')],
  ],
  '/w/:ws/webhooks/:wh': [
    [
      '/w/{ws}/webhooks/{webhook}',
      ofWebhook(ofWebhooks, 'Send test event', 'POST', '/test'),
      ofWebhook(ofWebhooks, 'Edit', 'PATCH'),
      ofWebhook(ofWebhooks, 'Activate new keys', 'POST', '/rotate/activate'),
      ofWebhook(ofWebhooks, 'More actions › Rotate keys', 'POST', '/rotate'),
      ofWebhook(ofWebhooks, 'More actions › Disable', 'PATCH'),
      ofWebhook(deletingWebhooks, 'More actions › Delete webhook', 'DELETE'),
    ],
    [
      '/w/{ws}/webhooks/{sleeping}',
      off('Send test event'),
      ofWebhook(ofWebhooks, 'Edit', 'PATCH'),
      ofWebhook(ofWebhooks, 'Enable', 'PATCH'),
      ofWebhook(ofWebhooks, 'More actions › Rotate keys', 'POST', '/rotate'),
      ofWebhook(deletingWebhooks, 'More actions › Delete webhook', 'DELETE'),
    ],
  ],
  '/w/:ws/webhooks/:wh/edit': [['/w/{ws}/webhooks/{webhook}/edit', ofWebhook(ofWebhooks, 'Save', 'PATCH')]],
  '/w/:ws/orders': [['/w/{ws}/orders', newOrder('Create order')]],
  '/w/:ws/orders/new': [['/w/{ws}/orders/new', newOrder('Create order')]],
  '/w/:ws/orders/:ord': [['/w/{ws}/orders/{order}', ofLinks('Cancel order', 'POST /orders/{ws}/ord_unknown/cancel')]],
  '/w/:ws/banks': [['/w/{ws}/banks', connect('Connect account')]],
  '/w/:ws/banks/connect': [
    ['/w/{ws}/banks/connect'],
    ['/w/{ws}/banks/connect?bank=MB', connect('Continue')],
    [
      '/w/{ws}/banks/connect?account={begun}',
      ofAccount(ofBanks, 'Connect', 'POST', '/otp'),
      ofAccount(ofBanks, 'Send new code', 'POST', '/otp/resend'),
      ofAccount(deletingBanks, 'Cancel connection', 'DELETE'),
    ],
    ['/w/{ws}/banks/connect?account={apart}', ofAccount(ofBanks, 'Continue', 'POST', '/reconnect')],
    ['/w/{ws}/banks/connect?account={account}', ofLinks('Create link', 'POST /payment-links/{ws}')],
  ],
  '/w/:ws/banks/:ba': [
    [
      '/w/{ws}/banks/{account}',
      newLink,
      ofAccount(ofBanks, 'More actions › Disconnect', 'POST', '/disconnect'),
      ofAccount(deletingBanks, 'More actions › Remove account', 'DELETE'),
      ofAccount(ofBanks, 'Add virtual account', 'POST', '/virtual-accounts'),
      ofAccount(deletingBanks, /^Close [A-Z0-9]+$/, 'DELETE', '/virtual-accounts/va_unknown'),
      ofAccount(ofBanks, 'Import', 'POST', '/import'),
    ],
    [
      '/w/{ws}/banks/{apart}',
      ofAccount(ofBanks, 'Reconnect', 'POST', '/reconnect'),
      ofAccount(deletingBanks, 'More actions › Remove account', 'DELETE'),
      off('Add virtual account'),
      ofAccount(ofBanks, 'Import', 'POST', '/import'),
    ],
    [
      '/w/{ws}/banks/{begun}',
      ofAccount(ofBanks, 'Finish connecting', 'POST', '/otp'),
      ofAccount(deletingBanks, 'More actions › Remove account', 'DELETE'),
    ],
  ],
  // The Owner is called Demo, and stays.
  '/w/:ws/members': [[
    '/w/{ws}/members',
    ofInvitations('Invite member'),
    ofInvitations('Send again', hidden),
    ofMembers('Revoke', 'DELETE /workspaces/{ws}/invitations/inv_unknown', hidden),
    off(/^Actions for Demo › /),
    ofMembers(/^Actions for (?!Demo).+ › Change role$/, 'PATCH /workspaces/{ws}/members/usr_unknown'),
    ofMembers(/^Actions for (?!Demo).+ › Remove$/, 'DELETE /workspaces/{ws}/members/usr_unknown'),
    own(/^Actions for (?!Demo).+ › Leave$/, undefined, { except: 'owner' }),
  ]],
  '/w/:ws/settings': [settings(ofWorkspace('Suspension › Suspend', 'POST /workspaces/{ws}/suspend'))],
  '/w/:ws/developers': [[
    '/w/{ws}/developers',
    taking('signing_key')('Signing key › Show key', 'GET /workspaces/{ws}/signing-key'),
    taking('signing_key')('Signing key › Rotate key', 'POST /workspaces/{ws}/signing-key/rotate'),
  ]],
  '/w/:ws/audit': [['/w/{ws}/audit']],
  '/account': [[
    '/account',
    own('Profile › Save', 'PATCH /account'),
    own('Password › Change password', 'POST /account/password'),
    own('Two-factor authentication › Set up', 'POST /account/second-factor'),
    off('Passkeys › Add passkey'),
  ]],
  '/tokens': [['/tokens', own('Create token', 'POST /api-tokens')]],
  '/tokens/new': [['/tokens/new', own('Create token', 'POST /api-tokens')]],
  '/tokens/:tok': [[
    '/tokens/{token}',
    own('Save', 'PATCH /api-tokens/tok_unknown'),
    own('Rotate secret', 'POST /api-tokens/tok_unknown/rotate'),
    own('Revoke', 'DELETE /api-tokens/tok_unknown'),
  ]],
  '/plan': [['/plan', own(/^(Upgrade|Downgrade): /, 'PUT /account/plan')]],
};

/** Before there is a link. */
export const firstRun = [['/w/{ws}', ofLinks('Create link', 'POST /payment-links/{ws}')]];

export const suspended = [settings(ofWorkspace('Suspension › Reactivate', 'POST /workspaces/{ws}/reactivate'))];

/** Controls that write nothing, or only what this browser keeps. */
export const harmless = [
  // Around every page; signing out ends one's own session.
  /^(Search or jump|Tiếng Việt|English|More)$/, /^Theme( › .+)?$/, /^Account menu( › .+)?$/, /^Switch Workspace: /,
  // They show more, or take a filter away.
  /(^|› )(Copy |Show password$)/, /^(Show as table|Clear filters|Load more|Filter|More settings|Request and response)$/,
  /^(More actions|Actions for [^›]+|\d+ new)$/, /^Demo (shop|company) /,
  // They lead to another page, or to a file.
  /(^|› )(Download )?CSV$/, /^(Open page|Open account|All transactions|Change bank|Cancel|API reference|API tokens)$/,
  'Two-factor authentication › Set up a second factor',
  // They lead to the sandbox bank.
  /^(Pay as the customer|View code|Get a sandbox statement)$/,
];
