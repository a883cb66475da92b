import type { AuditRow } from './calls';

export interface ChainCheck {
  /** The oldest and the newest row that was checked. */
  first: number;
  last: number;
  /** The first row whose hash does not match. */
  broken: number | undefined;
}

/** What the hash of a row covers: the service writes the same text. */
export function hashedText(row: AuditRow, hashBefore: string): string {
  const document = (value: object | null) => (value === null ? '' : JSON.stringify(value));
  return JSON.stringify([
    hashBefore,
    row.id,
    row.workspace_id,
    String(row.number),
    String(Date.parse(row.created_at)),
    row.actor.type,
    row.actor.id ?? '',
    row.address ?? '',
    row.action,
    row.target,
    document(row.before),
    document(row.after),
  ]);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers offer digests only to pages from a secure origin. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

/**
 * Checks each row against the one before it; `rows` are in the order of the list, newest first. The oldest can be
 * checked only if it is the first of the log.
 */
export async function checkChain(rows: AuditRow[]): Promise<ChainCheck | undefined> {
  const inOrder = [...rows].sort((a, b) => a.number - b.number);
  const oldest = inOrder[0];
  const checked = oldest?.number === 1 ? inOrder : inOrder.slice(1);
  if (!oldest || checked.length === 0) return undefined;
  let before = oldest.number === 1 ? { number: 0, hash: '' } : oldest;
  const result = { first: checked[0]!.number, last: checked.at(-1)!.number, broken: undefined as number | undefined };
  for (const row of checked) {
    const fits = row.number === before.number + 1 && (await sha256(hashedText(row, before.hash))) === row.hash;
    if (!fits) return { ...result, broken: row.number };
    before = row;
  }
  return result;
}
