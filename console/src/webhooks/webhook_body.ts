// Converts between form values and the API's request.
import type { Values } from '../ui/form';
import type { WebhookEvent, WebhookFilter } from './calls';

const listed = (text = '') => (text ? text.split(',') : []);

export const eventsOf = (values: Values) => listed(values['events']) as WebhookEvent[];

export function filterOf(values: Values): WebhookFilter {
  const given = (member: string) => values[`filter.${member}`] ?? '';
  const accounts = listed(given('bank_account_ids'));
  const virtual = listed(given('virtual_account_ids'));
  return {
    ...(accounts.length > 0 && { bank_account_ids: accounts }),
    ...(virtual.length > 0 && { virtual_account_ids: virtual }),
    ...(given('transfer_type') && { transfer_type: given('transfer_type') as 'credit' | 'debit' }),
    ...(given('min_amount') && { min_amount: given('min_amount') }),
    ...(given('text') && { text: given('text') }),
  };
}

/** Whether the scheme, host or port differs: then the webhook gets new keys. False for an incomplete URL. */
export function isElsewhere(typed = '', current: string | null | undefined): boolean {
  if (!current || !URL.canParse(typed)) return false;
  return new URL(typed).origin !== new URL(current).origin;
}

/** A line is `Name: value`. Any other line becomes a header that the service rejects by name. */
export function headersOf(text = ''): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim());
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

export const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The API's message about a failed test event: the error class, and the status if there was a response. */
export function faultOfCheck(message: string): { errorClass: string; status: number | null } | undefined {
  const match = /\((\w+)(?:, status (\d+))?\)/.exec(message);
  return match ? { errorClass: match[1]!, status: match[2] ? Number(match[2]) : null } : undefined;
}
