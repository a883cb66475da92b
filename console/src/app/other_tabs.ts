// All tabs of a browser share one session, and none sees the cookie change: a tab that changes it tells the others.

const channel = new BroadcastChannel('paylink/session');

/** Has the other tabs look whose session it is. Nothing else is said: the service knows, and a message may come late. */
export const tellOtherTabs = () => channel.postMessage('');

/** Looks whenever another tab has opened or closed the session, or found it ended. What it returns ends that. */
export function hearOtherTabs(look: () => void): () => void {
  channel.addEventListener('message', look);
  return () => channel.removeEventListener('message', look);
}
