import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { loadAccount, openSession } from '../app/account';
import { useConfig } from '../app/config';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Form, type Values } from '../ui/form';
import { PasswordField } from '../ui/password_field';
import { confirmAccount } from './calls';
import { EntryFrame } from './entry_frame';
import { useGoOn } from './go_on';
import { useMailedToken } from './mailed_token';
import { isWaitedFor, makeByWaitingTab } from './waiting_tab';

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
  const [asks, setAsks] = useState(false);
  const goOn = useGoOn();
  useEffect(() => void isWaitedFor().then((isWaiting) => setAsks(!isWaiting)), []);
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
  const send = async ({ password = '' }: Values) => {
    try {
      const email = asks ? (await confirmAccount(token, password)).email : await makeByWaitingTab(token);
      if (!email) return setAsks(true);
      const user = await (asks ? openSession({ email, password }) : loadAccount()).catch(() => undefined);
      if (user?.email === email) goOn(user);
      else setMade(email);
    } catch (error) {
      if (!(error instanceof ApiError && error.faultOf('token'))) throw error;
      setSpent(token);
    }
  };
  return (
    <EntryFrame title={entry.confirm_title} advice={asks ? entry.confirm_ask : entry.confirm_advice}>
      {/* An email scanner creates no account: it presses no button. */}
      <Form
        key={String(asks)}
        submit={entry.confirm_do}
        onSubmit={send}
        refusals={{ CONFLICT: entry.taken, AUTHENTICATION_ERROR: entry.confirm_refused }}
      >
        {asks && <PasswordField label={entry.password} faults={entry.password_faults} autofocus />}
      </Form>
    </EntryFrame>
  );
}
