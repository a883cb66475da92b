import { useState } from 'preact/hooks';
import { useConfig } from '../app/config';
import { useTexts } from '../texts/use_texts';
import { askForAccount } from './calls';
import { EntryFrame } from './entry_frame';
import { PersonForm } from './person_form';
import { SandboxMailbox } from './sandbox_mailbox';

export default function SignUpPage() {
  const { entry } = useTexts();
  const config = useConfig();
  const [sentTo, setSentTo] = useState<string>();
  const toSignIn = <a href="/console/signin">{entry.have_account}</a>;
  if (sentTo)
    return (
      <EntryFrame title={entry.sent_title} advice={entry.sent_sign_up(sentTo)} others={toSignIn}>
        <SandboxMailbox />
      </EntryFrame>
    );
  if (config && !config.sign_up)
    return <EntryFrame title={entry.closed_title} advice={entry.closed_advice} others={toSignIn} />;
  const send = async (person: Parameters<typeof askForAccount>[0]) => {
    await askForAccount(person);
    setSentTo(person.email);
  };
  return (
    <EntryFrame title={entry.signup_title} others={toSignIn}>
      <PersonForm submit={entry.signup_do} onSubmit={send} />
    </EntryFrame>
  );
}
