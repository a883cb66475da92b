import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api/errors';
import { offerRemedies } from '../api/session';
import { useTexts } from '../texts/use_texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { loadAccount, noteSignedIn, type User, useAccount } from './account';
import { ConfirmSession } from './confirm_session';
import { SignInForm } from './sign_in_form';

type Question = 'sign_in' | 'confirm';
interface Asked {
  question: Question;
  answer: (isGiven: boolean) => void;
}

// Calls that are refused at the same moment share one question.
let asking: { question: Question; answered: Promise<boolean> } | undefined;

/** Shows its pages to people who are signed in; asks again over the page when a call is refused for the lack of it. */
export function SessionGate({ children }: { children: ComponentChildren }) {
  const { route, url } = useLocation();
  const queries = useQueryClient();
  const account = useAccount();
  const [asked, setAsked] = useState<Asked>();
  const isIn = account.data !== undefined;
  const isOut = account.error instanceof ApiError && account.error.status === 401 && !isIn;

  useEffect(() => {
    if (!isOut) return;
    noteSignedIn(false);
    route(`/console/signin?next=${encodeURIComponent(url)}`, true);
  }, [isOut]);

  useEffect(() => {
    if (!isIn) return undefined;
    const ask = (question: Question) => {
      if (asking?.question === question) return asking.answered;
      const answered = new Promise<boolean>((resolve) => setAsked({ question, answer: resolve })).finally(() => {
        asking = undefined;
        setAsked(undefined);
      });
      asking = { question, answered };
      return answered;
    };
    offerRemedies({
      signInAgain: () => ask('sign_in'),
      confirmAgain: () => ask('confirm'),
      refreshToken: async () => {
        await queries.fetchQuery({ queryKey: ['account'], queryFn: loadAccount, staleTime: 0 });
        return true;
      },
    });
    return () => offerRemedies(undefined);
  }, [isIn]);

  if (account.isError && !isIn && !isOut)
    return <Failure error={account.error} onRetry={() => void account.refetch()} />;
  if (!isIn) return <div class="boot" aria-busy="true" />;
  return (
    <>
      {children}
      {asked?.question === 'sign_in' && (
        <SignInAgain email={account.data?.email ?? ''} userId={account.data?.id ?? ''} answer={asked.answer} />
      )}
      {asked?.question === 'confirm' && <ConfirmSession onDone={asked.answer} />}
    </>
  );
}

function SignInAgain({ email, userId, answer }: { email: string; userId: string; answer: (isGiven: boolean) => void }) {
  const { shell, entry } = useTexts();
  const queries = useQueryClient();
  const signedIn = (user: User) => {
    // Nothing of another person's page may stay.
    if (user.id !== userId) return location.assign('/console/');
    queries.setQueryData(['account'], user);
    return answer(true);
  };
  return (
    <Dialog title={shell.ended_title} onClose={() => answer(false)} needsAnswer>
      <p>{shell.ended_advice}</p>
      <SignInForm submit={entry.signin_do} email={email} onSignedIn={signedIn} />
    </Dialog>
  );
}
