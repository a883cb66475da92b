import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { openSession } from '../app/account';
import { useConfig } from '../app/config';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { askForAccount, confirmAccount } from './calls';
import { EntryFrame } from './entry_frame';
import { PersonForm } from './person_form';
import { SandboxMailbox } from './sandbox_mailbox';
import { waitForToken } from './waiting_tab';

type Person = Parameters<typeof askForAccount>[0];

export default function SignUpPage() {
  const { entry } = useTexts();
  const config = useConfig();
  const [asked, setAsked] = useState<Person>();
  const toSignIn = <a href="/console/signin">{entry.have_account}</a>;
  if (asked) return <Asked person={asked} others={toSignIn} />;
  if (config && !config.sign_up)
    return <EntryFrame title={entry.closed_title} advice={entry.closed_advice} others={toSignIn} />;
  const send = async (person: Person) => {
    await askForAccount(person);
    setAsked(person);
  };
  return (
    <EntryFrame title={entry.signup_title} others={toSignIn}>
      <PersonForm submit={entry.signup_do} onSubmit={send} />
    </EntryFrame>
  );
}

/** The email is sent. When its link is opened in this browser, the account is created and signed in. */
function Asked({ person: { email, password }, others }: { person: Person; others: ComponentChildren }) {
  const { entry } = useTexts();
  const [isIn, setIn] = useState(false);
  const make = async (token: string) => {
    const made = await confirmAccount(token, password);
    await openSession({ email: made.email, password }).then(
      () => setIn(true),
      () => {},
    );
    return made.email;
  };
  useEffect(() => waitForToken(make), []);
  if (isIn)
    return (
      <EntryFrame title={entry.made_title} advice={entry.signed_in_elsewhere}>
        <ButtonLink href="/console/" kind="main">
          {entry.to_workspaces}
        </ButtonLink>
      </EntryFrame>
    );
  return (
    <EntryFrame title={entry.sent_title} advice={entry.sent_sign_up(email)} others={others}>
      <SandboxMailbox />
    </EntryFrame>
  );
}
