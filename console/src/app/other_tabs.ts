// All tabs share one session, and none sees the cookie change: the tab that changes it notifies the others.

const channel = new BroadcastChannel('paylink/session');

/** Asks the other tabs to check the session. The message says no more: the service knows, and a message can be late. */
export const tellOtherTabs = () => channel.postMessage('');

/** Runs when another tab has opened or closed the session, or found it ended. Returns a function that stops it. */
export function hearOtherTabs(look: () => void): () => void {
  channel.addEventListener('message', look);
  return () => channel.removeEventListener('message', look);
}
