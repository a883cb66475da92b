import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { loadAccount, mayBeSignedIn, type User } from '../app/account';
import { SignInForm } from '../app/sign_in_form';
import { useTexts } from '../texts/use_texts';
import { Button, ButtonLink } from '../ui/button';
import { Form } from '../ui/form';
import { acceptInvitation, askForAccount, showInvitation } from './calls';
import { AccountMade, Tokenless } from './confirm_page';
import { EntryFrame } from './entry_frame';
import { useMailedToken } from './mailed_token';
import { PersonForm } from './person_form';

export default function InvitationPage() {
  const token = useMailedToken();
  const [hasAccount, setHasAccount] = useState(mayBeSignedIn());
  if (!token) return <Tokenless />;
  if (hasAccount) return <AcceptWithAccount token={token} onNoAccount={() => setHasAccount(false)} />;
  return <MakeAccount token={token} onHasAccount={() => setHasAccount(true)} />;
}

/** Who invites to which Workspace with which role. Empty for an invitation that has ended or is an operator's. */
function useOffer(token: string) {
  const { entry, common } = useTexts();
  const offer = useQuery({
    queryKey: ['invitation_offer', token],
    queryFn: () => showInvitation(token),
    retry: false,
    staleTime: Infinity,
  }).data;
  return {
    email: offer?.email ?? '',
    text: offer && entry.offer(offer.invited_by, offer.workspace_name, common.roles[offer.role]),
  };
}

function MakeAccount({ token, onHasAccount }: { token: string; onHasAccount: () => void }) {
  const { entry } = useTexts();
  const { text, email } = useOffer(token);
  const [made, setMade] = useState<string>();
  if (made) return <AccountMade email={made} />;
  const send = async (person: Parameters<typeof askForAccount>[0]) => {
    await askForAccount(person, token);
    setMade(person.email);
  };
  const others = (
    <Button kind="quiet" onClick={onHasAccount}>
      {entry.have_account}
    </Button>
  );
  return (
    <EntryFrame title={entry.invitation_title} advice={text ?? entry.invitation_advice} others={others}>
      <PersonForm
        email={email}
        submit={entry.confirm_do}
        onSubmit={send}
        refusals={{ VALIDATION_ERROR: entry.invitation_refused }}
      />
    </EntryFrame>
  );
}

const withOffer = (offer: string | undefined, advice: string) => (offer ? `${offer} ${advice}` : advice);

/** Accepts with the current session, or after signing in. */
function AcceptWithAccount({ token, onNoAccount }: { token: string; onNoAccount: () => void }) {
  const texts = useTexts();
  const { entry } = texts;
  const queries = useQueryClient();
  const [user, setUser] = useState<User>();
  const { text } = useOffer(token);
  const [outcome, setOutcome] = useState<'joined' | 'refused'>();
  useEffect(() => {
    if (mayBeSignedIn()) loadAccount().then(setUser, () => {});
  }, []);
  const accept = async () => {
    try {
      await acceptInvitation(token);
      queries.clear();
      setOutcome('joined');
    } catch (error) {
      if (!(error instanceof ApiError && [403, 409, 422].includes(error.status))) throw error;
      setOutcome('refused');
    }
  };
  const others = (
    <Button kind="quiet" onClick={onNoAccount}>
      {entry.no_account}
    </Button>
  );
  if (outcome === 'joined')
    return (
      <EntryFrame title={entry.joined_title} advice={entry.joined}>
        <ButtonLink href="/console/" kind="main">
          {entry.to_workspaces}
        </ButtonLink>
      </EntryFrame>
    );
  if (outcome === 'refused')
    return <EntryFrame title={entry.refused_title} advice={entry.invitation_refused} others={others} />;
  if (user)
    return (
      <EntryFrame title={entry.accept_title} advice={withOffer(text, entry.accept_as(user.email))} others={others}>
        <Form submit={entry.accept_do} onSubmit={accept} />
      </EntryFrame>
    );
  const signedIn = (signedIn: User) => {
    setUser(signedIn);
    return accept();
  };
  return (
    <EntryFrame title={entry.accept_title} advice={withOffer(text, entry.accept_advice)} others={others}>
      <SignInForm submit={entry.signin_and_accept_do} onSignedIn={signedIn} />
    </EntryFrame>
  );
}
