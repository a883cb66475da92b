import { digitsOfAmount } from '../texts/amounts';

/** The possible meanings of a text in the palette. */
export type Meaning =
  | { kind: 'id'; page: 'links' | 'transactions' | 'deliveries' | 'orders'; id: string }
  | { kind: 'reference'; reference: string }
  | { kind: 'amount'; amount: string }
  | { kind: 'order'; orderId: string }
  | { kind: 'text'; text: string };

const pages = { pl: 'links', txn: 'transactions', dlv: 'deliveries', ord: 'orders' } as const;

/** Without accents and case, so that `giao dich` finds `Giao dịch`. */
export const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase().trim();

export function meaningsOf(typed: string): Meaning[] {
  const text = typed.trim();
  const id = /^(pl|txn|dlv|ord)_[0-9a-hjkmnp-tv-z]{26}$/.exec(text.toLowerCase());
  if (id) return [{ kind: 'id', page: pages[id[1] as keyof typeof pages], id: id[0] }];
  // Banks put spaces, dots and dashes into references.
  const reference = text.toUpperCase().replace(/[\s.-]/g, '');
  if (/^PFSL[0-9A-Z]{8}$/.test(reference)) return [{ kind: 'reference', reference }];
  const amount = digitsOfAmount(text);
  const found: Meaning[] = [];
  if (amount && /^[1-9]\d{0,14}$/.test(amount)) found.push({ kind: 'amount', amount });
  if (/^(?=.*\d)\S{1,64}$/.test(text)) found.push({ kind: 'order', orderId: text });
  if (text.length >= 3) found.push({ kind: 'text', text });
  return found;
}
