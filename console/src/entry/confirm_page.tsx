import { useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { useConfig } from '../app/config';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Form } from '../ui/form';
import { confirmAccount } from './calls';
import { EntryFrame } from './entry_frame';
import { useGoOn } from './go_on';
import { useMailedToken } from './mailed_token';
import { signInByWaitingTab } from './waiting_tab';

const ToSignIn = () => {
  const { entry } = useTexts();
  return (
    <ButtonLink href="/console/signin" kind="main">
      {entry.signin_do}
    </ButtonLink>
  );
};

export const AccountMade = ({ email }: { email: string }) => {
  const { entry } = useTexts();
  return (
    <EntryFrame title={entry.made_title} advice={entry.made(email)}>
      <ToSignIn />
    </EntryFrame>
  );
};

export const Tokenless = () => {
  const { entry } = useTexts();
  return <EntryFrame title={entry.tokenless_title} advice={entry.tokenless} />;
};

export default function ConfirmPage() {
  const { entry } = useTexts();
  const config = useConfig();
  const token = useMailedToken();
  const [made, setMade] = useState<string>();
  const [spent, setSpent] = useState<string>();
  const goOn = useGoOn();
  if (!token) return <Tokenless />;
  if (made) return <AccountMade email={made} />;
  if (spent === token)
    return (
      <EntryFrame
        title={entry.spent_title}
        advice={entry.spent_sign_up}
        others={config?.sign_up && <a href="/console/signup">{entry.to_sign_up}</a>}
      >
        <ToSignIn />
      </EntryFrame>
    );
  const send = async () => {
    try {
      const { email } = await confirmAccount(token);
      const user = await signInByWaitingTab(email).catch(() => undefined);
      if (user) goOn(user);
      else setMade(email);
    } catch (error) {
      if (!(error instanceof ApiError && error.faultOf('token'))) throw error;
      setSpent(token);
    }
  };
  return (
    <EntryFrame title={entry.confirm_title} advice={entry.confirm_advice}>
      {/* A program that looks into mails makes no account: it presses no button. */}
      <Form submit={entry.confirm_do} onSubmit={send} refusals={{ CONFLICT: entry.taken }} />
    </EntryFrame>
  );
}
