import { useQueryClient } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { EmptyState } from '../ui/empty_state';
import { type Column, List } from '../ui/list';
import { Section } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { cancelInvitation, type GivenRole, type Invitation, invite, listInvitations } from './calls';

const tones = { pending: 'wait', accepted: 'good', cancelled: 'off', expired: 'off' } as const;

interface Asked {
  what: 'resend' | 'revoke';
  invitation: Invitation;
}

interface InvitationsProps {
  /** How many this person has sent from here. */
  sent: number;
  onSent: () => void;
  onInvite: () => void;
}

/** The invitations and their status; visible to members who can invite. */
export function Invitations({ sent, onSent, onInvite }: InvitationsProps) {
  const t = useTexts().members;
  const { id: ws, workspace, denied } = useWorkspace();
  const reason = denied('workspaces:members');
  const [asked, setAsked] = useState<Asked>();
  if (reason || !workspace)
    return <Section title={t.invitations}>{reason && <p class="quiet-text">{reason}</p>}</Section>;
  return (
    <Section title={t.invitations}>
      <InvitationList {...{ ws, sent, onInvite }} ask={setAsked} />
      {asked && <Question {...{ ws, asked, onSent }} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

interface ListProps {
  ws: string;
  sent: number;
  ask: (asked: Asked) => void;
  onInvite: () => void;
}

function InvitationList({ ws, sent, ask, onInvite }: ListProps) {
  const texts = useTexts();
  const t = texts.members;
  const list = useCursorList({ key: ['members', ws, 'invitations'], load: (cursor) => listInvitations(ws, cursor) });
  const shown = useRef(sent);
  // The user's own invitations are shown at once; only those of others wait.
  useEffect(() => {
    if (list.waiting === 0 || shown.current === sent) return;
    shown.current = sent;
    list.showNew();
  }, [list.waiting, sent]);
  const columns: Column<Invitation>[] = [
    { name: 'email', head: t.email, cell: ({ email }) => <span class="thing-name">{email}</span> },
    { name: 'role', head: t.role, cell: ({ role }) => texts.common.roles[role] },
    {
      name: 'status',
      head: t.status,
      cell: ({ status }) => <Badge tone={tones[status]}>{t.statuses[status]}</Badge>,
    },
    { name: 'sent', head: t.sent, kind: 'quiet', wideOnly: true, cell: (one) => <Time at={one.created_at} /> },
    {
      name: 'until',
      head: t.until,
      kind: 'quiet',
      wideOnly: true,
      cell: (one) => one.status === 'pending' && <Time at={one.expires_at} relative />,
    },
    {
      name: 'actions',
      head: texts.common.list.actions,
      kind: 'actions',
      cell: (invitation) => (
        <span class="row-actions">
          {(invitation.status === 'pending' || invitation.status === 'expired') && (
            <Button small onClick={() => ask({ what: 'resend', invitation })}>
              {t.resend}
            </Button>
          )}
          {invitation.status === 'pending' && (
            <Button small onClick={() => ask({ what: 'revoke', invitation })}>
              {t.revoke}
            </Button>
          )}
        </span>
      ),
    },
  ];
  const empty = (
    <EmptyState icon="mail" title={t.no_invitations}>
      <p>{t.no_invitations_advice}</p>
      <Button icon="plus" onClick={onInvite}>
        {t.invite}
      </Button>
    </EmptyState>
  );
  return <List label={t.invitations} list={list} columns={columns} empty={empty} />;
}

function Question({
  ws,
  asked,
  onSent,
  onClose,
}: {
  ws: string;
  asked: Asked;
  onSent: () => void;
  onClose: () => void;
}) {
  const t = useTexts().members;
  const queries = useQueryClient();
  const { what, invitation } = asked;
  const lookAgain = () => void queries.invalidateQueries({ queryKey: ['members', ws] });
  const resend = async (key: string) => {
    await invite(ws, invitation.email, invitation.role as GivenRole, key);
    announce(t.invited(invitation.email));
    onSent();
    lookAgain();
  };
  const revoke = async () => {
    await cancelInvitation(ws, invitation.id);
    announce(t.revoked);
    lookAgain();
  };
  const isResend = what === 'resend';
  return (
    <ConfirmDialog
      title={isResend ? t.resend_title : t.revoke_title}
      action={isResend ? t.resend : t.revoke}
      danger={!isResend}
      refusals={isResend ? t.invite_refusals : t.revoke_refusals}
      onConfirm={isResend ? resend : revoke}
      onClose={onClose}
    >
      <p>{isResend ? t.resend_advice(invitation.email) : t.revoke_advice(invitation.email)}</p>
    </ConfirmDialog>
  );
}
