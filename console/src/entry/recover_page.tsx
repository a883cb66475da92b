import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api/errors';
import { useTexts } from '../texts/use_texts';
import { Button, ButtonLink } from '../ui/button';
import { TextField } from '../ui/field';
import { Form } from '../ui/form';
import { PasswordField } from '../ui/password_field';
import { askForRecovery, setNewPassword } from './calls';
import { EntryFrame } from './entry_frame';
import { useMailedToken } from './mailed_token';
import { SandboxMailbox } from './sandbox_mailbox';

export default function RecoverPage() {
  const token = useMailedToken();
  const [spent, setSpent] = useState<string>();
  const [wantsAnother, setWantsAnother] = useState(false);
  if (!token || (spent === token && wantsAnother)) return <AskForLink />;
  if (spent === token) return <SpentLink onAgain={() => setWantsAnother(true)} />;
  return <NewPassword token={token} onSpent={() => setSpent(token)} />;
}

function AskForLink() {
  const { entry } = useTexts();
  const { query } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const toSignIn = <a href="/console/signin">{entry.to_sign_in}</a>;
  if (sentTo)
    return (
      <EntryFrame title={entry.sent_title} advice={entry.sent_recovery(sentTo)} others={toSignIn}>
        <SandboxMailbox />
      </EntryFrame>
    );
  const send = async ({ email = '' }) => {
    await askForRecovery(email);
    setSentTo(email);
  };
  return (
    <EntryFrame title={entry.ask_title} advice={entry.ask_advice} others={toSignIn}>
      <Form submit={entry.ask_do} onSubmit={send}>
        <TextField
          name="email"
          label={entry.email}
          type="email"
          autocomplete="username"
          defaultValue={query['email'] ?? ''}
          faults={entry.email_faults}
        />
      </Form>
    </EntryFrame>
  );
}

function SpentLink({ onAgain }: { onAgain: () => void }) {
  const { entry } = useTexts();
  return (
    <EntryFrame title={entry.spent_title} advice={entry.spent}>
      <Button kind="main" onClick={onAgain}>
        {entry.again}
      </Button>
    </EntryFrame>
  );
}

function NewPassword({ token, onSpent }: { token: string; onSpent: () => void }) {
  const { entry } = useTexts();
  const [isSet, setSet] = useState(false);
  if (isSet)
    return (
      <EntryFrame title={entry.changed_title} advice={entry.changed}>
        <ButtonLink href="/console/signin" kind="main">
          {entry.signin_do}
        </ButtonLink>
      </EntryFrame>
    );
  const send = async ({ password = '' }) => {
    try {
      await setNewPassword(token, password);
      setSet(true);
    } catch (error) {
      if (!(error instanceof ApiError && error.faultOf('token'))) throw error;
      onSpent();
    }
  };
  return (
    <EntryFrame title={entry.recover_title}>
      <Form submit={entry.recover_do} onSubmit={send}>
        <PasswordField label={entry.new_password} faults={entry.password_faults} isNew />
      </Form>
    </EntryFrame>
  );
}
