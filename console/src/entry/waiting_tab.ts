// Users who sign up usually open the email's link in another tab of the same browser. The link needs the password, which
// only the first tab knows: it gets the token, creates the account and signs in for both. It holds a lock while it waits,
// so that no tab waits for a closed one. Locks need a secure page; without them, users enter their password again.

const prefix = 'paylink/sign_up/';
const patience = 15_000;

async function waitingTabs(): Promise<string[]> {
  const locks = await navigator.locks?.query();
  return (locks?.held ?? []).flatMap(({ name }) => (name?.startsWith(prefix) ? name : []));
}

export const isWaitedFor = async () => (await waitingTabs()).length > 0;

/** What tabs say to each other about a token: a question, or its answer, without an address if no account was made. */
type Said = { ask: string } | { answered: string; email?: string | undefined };

/** Tries the tokens of other tabs: `make` resolves to the account's email address. Returns a function that stops it. */
export function waitForToken(make: (token: string) => Promise<string>): () => void {
  if (!navigator.locks) return () => {};
  const name = prefix + crypto.randomUUID();
  const channel = new BroadcastChannel(name);
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  navigator.locks.request(name, () => over).catch(() => {});
  const answer = async (token: string) => {
    // Another sign-up's email to the same address: the right one may still follow.
    const email = await make(token).catch(() => undefined);
    channel.postMessage({ answered: token, email } satisfies Said);
    if (email) end();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if ('ask' in data) void answer(data.ask);
  });
  return () => {
    end();
    channel.close();
  };
}

/** The address of the account that a waiting tab has made, to sign in. Undefined: there is none whose sign-up it is. */
export async function makeByWaitingTab(token: string): Promise<string | undefined> {
  const asked = (await waitingTabs()).map((name) => ask(name, token));
  return Promise.any(asked).catch(() => undefined);
}

function ask(name: string, token: string): Promise<string> {
  const channel = new BroadcastChannel(name);
  return new Promise<string>((resolve, reject) => {
    // Several mails may be open: the others' questions, and the answers to them, come here, too.
    channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (!('answered' in data) || data.answered !== token) return;
      if (data.email) resolve(data.email);
      else reject();
    });
    // A tab that the browser has suspended does not count.
    setTimeout(reject, patience);
    channel.postMessage({ ask: token } satisfies Said);
  }).finally(() => channel.close());
}
