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
import { hearOtherTabs, tellOtherTabs } from './other_tabs';
import { SignInForm } from './sign_in_form';

type Question = 'sign_in' | 'confirm';
interface Asked {
  question: Question;
  answer: (isGiven: boolean) => void;
}

// Calls that are rejected at the same time share one prompt.
let asking: (Asked & { answered: Promise<boolean> }) | undefined;

const isOver = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Shows its pages to signed-in users; prompts for sign-in in a dialog when a call is rejected without a session. */
export function SessionGate({ children }: { children: ComponentChildren }) {
  const { route, url } = useLocation();
  const queries = useQueryClient();
  const account = useAccount();
  const [asked, setAsked] = useState<Asked>();
  const isIn = account.data !== undefined;
  const isOut = isOver(account.error) && !isIn;

  useEffect(() => {
    if (!isOut) return;
    noteSignedIn(false);
    route(`/console/signin?next=${encodeURIComponent(url)}`, true);
  }, [isOut]);

  useEffect(() => {
    // Pending responses may belong to the previous user.
    if (!isIn) return hearOtherTabs(() => void loadAccount().catch(() => {}));
    const ask = (question: Question) => {
      if (asking?.question === question) return asking.answered;
      let answer: Asked['answer'] = () => {};
      const answered = new Promise<boolean>((resolve) => {
        answer = resolve;
      }).finally(() => {
        asking = undefined;
        setAsked(undefined);
      });
      asking = { question, answer, answered };
      setAsked(asking);
      return answered;
    };
    const refreshToken = async () => {
      queries.setQueryData(['account'], await loadAccount());
      return true;
    };
    const look = async () => {
      try {
        await refreshToken();
        // The same person has signed in again there.
        if (asking?.question === 'sign_in') asking.answer(true);
      } catch (error) {
        // In a dialog, as when a call is rejected: what was typed stays.
        if (isOver(error) && !asking) void ask('sign_in');
      }
    };
    offerRemedies({
      signInAgain: () => {
        if (!asking) tellOtherTabs();
        return ask('sign_in');
      },
      confirmAgain: () => ask('confirm'),
      refreshToken,
    });
    const endHearing = hearOtherTabs(() => void look());
    return () => {
      endHearing();
      offerRemedies(undefined);
    };
  }, [isIn]);

  if (account.isError && !isIn && !isOut)
    return <Failure error={account.error} onRetry={() => void account.refetch()} />;
  if (!isIn) return <div class="boot" aria-busy="true" />;
  return (
    <>
      {children}
      {asked?.question === 'sign_in' && <SignInAgain email={account.data?.email ?? ''} answer={asked.answer} />}
      {asked?.question === 'confirm' && <ConfirmSession onDone={asked.answer} />}
    </>
  );
}

function SignInAgain({ email, answer }: { email: string; answer: (isGiven: boolean) => void }) {
  const { shell, entry } = useTexts();
  const queries = useQueryClient();
  const signedIn = (user: User) => {
    queries.setQueryData(['account'], user);
    answer(true);
  };
  return (
    <Dialog title={shell.ended_title} onClose={() => answer(false)} needsAnswer>
      <p>{shell.ended_advice}</p>
      <SignInForm submit={entry.signin_do} email={email} onSignedIn={signedIn} />
    </Dialog>
  );
}
