// Generated from tables in `domain/` by test_domain with PAYLINK_WRITE_DOCS=1.

/** Each holds what those behind it hold. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;

/** The last of the roles that hold a permission. */
export const leastRoles = {
  'workspaces:read': 'viewer',
  'workspaces:write': 'admin',
  'workspaces:delete': 'owner',
  'workspaces:members': 'admin',
  'bank_accounts:read': 'viewer',
  'bank_accounts:write': 'admin',
  'bank_accounts:delete': 'admin',
  'webhooks:read': 'viewer',
  'webhooks:write': 'admin',
  'webhooks:delete': 'admin',
  'payment_links:read': 'viewer',
  'payment_links:write': 'member',
} as const;

/** The refusals after which the service sends again. */
export const retriedRefusals: readonly number[] = [408, 429];

/** The banks that have open banking. */
export const openBankingBanks = ['MB', 'ACB', 'OCB'] as const;

/** The formats of statements; the first whose `beginning`, an expression, fits a file is probably its own. */
export const statementFormats = [
  { word: 'camt', label: 'camt.053, camt.054', extensions: '.xml', beginning: '<', hasColumns: false },
  { word: 'mt940', label: 'MT940', extensions: '.sta .mt940 .940', beginning: '\\{\\d:|:20:', hasColumns: false },
  { word: 'csv', label: 'CSV', extensions: '.csv .tsv', beginning: '', hasColumns: true },
] as const;
