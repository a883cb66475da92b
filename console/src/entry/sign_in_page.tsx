import { useQueryClient } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadAccount, mayBeSignedIn, noteSignedIn, type User } from '../app/account';
import { useConfig } from '../app/config';
import { SignInForm } from '../app/sign_in_form';
import { useTexts } from '../texts/use_texts';
import { EntryFrame } from './entry_frame';
import { nextPage } from './next_page';

export default function SignInPage() {
  const { entry } = useTexts();
  const { query, route } = useLocation();
  const queries = useQueryClient();
  const config = useConfig();
  const goOn = (user: User) => {
    queries.clear();
    queries.setQueryData(['account'], user);
    route(nextPage(query['next']), true);
  };
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
