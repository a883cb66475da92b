import { useState } from 'preact/hooks';
import { useAccount } from '../app/account';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { type Column, List } from '../ui/list';
import { Menu, MenuItem } from '../ui/menu';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { listMembers, type Member } from './calls';
import { Invitations } from './invitations';
import { InviteDialog } from './invite_dialog';
import { RemoveDialog } from './remove_dialog';
import { RoleDialog } from './role_dialog';
import { RoleTable } from './role_table';

interface Asked {
  what: 'role' | 'removal';
  member: Member;
}

export default function MembersPage() {
  const texts = useTexts();
  const t = texts.members;
  const { id: ws, denied } = useWorkspace();
  const me = useAccount().data?.id;
  const [isInviting, setInviting] = useState(false);
  const [sent, setSent] = useState(0);
  const [asked, setAsked] = useState<Asked>();
  const list = useCursorList({ key: ['members', ws, 'list'], load: (cursor) => listMembers(ws, cursor) });
  const invite = (
    <Button kind="main" icon="plus" denied={denied('workspaces:members')} onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  const columns: Column<Member>[] = [
    {
      name: 'person',
      head: t.person,
      cell: (member) => (
        <span class="thing">
          <span class="thing-name">
            {member.name}
            {member.user_id === me && <Badge tone="plain">{t.you}</Badge>}
          </span>
          <small>{member.email}</small>
        </span>
      ),
    },
    { name: 'role', head: t.role, cell: (member) => texts.common.roles[member.role] },
    { name: 'joined', head: t.joined, kind: 'quiet', named: true, cell: (member) => <Time at={member.created_at} /> },
    {
      name: 'actions',
      head: texts.common.list.actions,
      kind: 'actions',
      cell: (member) => (
        <MemberMenu member={member} isSelf={member.user_id === me} ask={(what) => setAsked({ what, member })} />
      ),
    },
  ];
  return (
    <Page title={t.title} actions={invite}>
      <List label={t.title} list={list} columns={columns} empty={null} />
      <Invitations sent={sent} onSent={() => setSent(sent + 1)} onInvite={() => setInviting(true)} />
      <RoleTable />
      {isInviting && <InviteDialog onSent={() => setSent(sent + 1)} onClose={() => setInviting(false)} />}
      {asked?.what === 'role' && <RoleDialog member={asked.member} onClose={() => setAsked(undefined)} />}
      {asked?.what === 'removal' && (
        <RemoveDialog member={asked.member} isSelf={asked.member.user_id === me} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  );
}

function MemberMenu({ member, isSelf, ask }: { member: Member; isSelf: boolean; ask: (what: Asked['what']) => void }) {
  const t = useTexts().members;
  const { denied } = useWorkspace();
  const ownersReason = member.role === 'owner' ? t.owner_stays : undefined;
  const reason = ownersReason ?? denied('workspaces:members');
  return (
    <Menu label={t.actions_of(member.name)} icon="ellipsis">
      <MenuItem icon="user" denied={reason} onClick={() => ask('role')}>
        {t.change_role}
      </MenuItem>
      <MenuItem
        icon={isSelf ? 'log-out' : 'x'}
        danger
        denied={isSelf ? ownersReason : reason}
        onClick={() => ask('removal')}
      >
        {isSelf ? t.leave : t.remove}
      </MenuItem>
    </Menu>
  );
}
