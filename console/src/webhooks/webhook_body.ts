// Between what a person fills in and what the API takes.
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

/** Another scheme, host or port: there the webhook gets other keys. What is half typed is nowhere. */
export function isElsewhere(typed = '', current: string | null | undefined): boolean {
  if (!current || !URL.canParse(typed)) return false;
  return new URL(typed).origin !== new URL(current).origin;
}

/** A line is `Name: value`. What is no such line becomes a header that the service refuses, by its name. */
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

/** What the service says of an endpoint that did not take its test event: the class, and the status if there was one. */
export function faultOfCheck(message: string): { errorClass: string; status: number | null } | undefined {
  const match = /\((\w+)(?:, status (\d+))?\)/.exec(message);
  return match ? { errorClass: match[1]!, status: match[2] ? Number(match[2]) : null } : undefined;
}
