import type { Schema } from '../api/client';

/** What came in, went out or was ordered, in dong, as the request says it. `null` for a chat, once it is not kept, and in a list if it is too long. */
export function amountOf({ body, url }: Pick<Schema<'Delivery'>, 'body' | 'url'>): string | null {
  if (body === null || url === null) return null;
  const { amount }: { amount: number } = JSON.parse(body);
  return String(amount);
}
