type Counted = { matched: number };

/** Whether a callback or another delivery is still being sent. */
export const isUnfinished = (status: string | undefined) => status === 'pending' || status === 'sending';

/** How many are still being sent. One whose attempt ends between two counts is pending again. */
export async function countUnfinished(count: (status: 'pending' | 'sending') => Promise<Counted>) {
  const pending = (await count('pending')).matched;
  const sending = (await count('sending')).matched;
  return pending + sending || (await count('pending')).matched;
}
