import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadAccount, mayBeSignedIn, noteSignedIn, type User } from '../app/account';
import { useConfig } from '../app/config';
import { SignInForm } from '../app/sign_in_form';
import { useTexts } from '../texts/use_texts';
import { EntryFrame } from './entry_frame';
import { useGoOn } from './go_on';
import { nextPage } from './next_page';

export default function SignInPage() {
  const { entry } = useTexts();
  const { query } = useLocation();
  const config = useConfig();
  const go = useGoOn();
  const goOn = (user: User) => go(user, nextPage(query['next']));
  useEffect(() => {
    if (mayBeSignedIn()) loadAccount().then(goOn, () => noteSignedIn(false));
  }, []);
  const others = (
    <>
      <a href="/console/recover">{entry.forgotten}</a>
      {config?.sign_up && <a href="/console/signup">{entry.to_sign_up}</a>}
    </>
  );
  return (
    <EntryFrame title={entry.signin_title} others={others}>
      <SignInForm submit={entry.signin_do} onSignedIn={goOn} />
    </EntryFrame>
  );
}
