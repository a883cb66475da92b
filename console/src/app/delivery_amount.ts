import type { Schema } from '../api/client';

/** The amount in the request, in dong. `null` for a chat, once the body is gone, and in a list if it is too long. */
export function amountOf({ body, url }: Pick<Schema<'Delivery'>, 'body' | 'url'>): string | null {
  if (body === null || url === null) return null;
  const { amount }: { amount: number } = JSON.parse(body);
  return String(amount);
}
