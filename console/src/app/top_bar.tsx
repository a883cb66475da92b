import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, done } from '../api/client';
import { rememberToken } from '../api/session';
import { useTexts } from '../texts/use_texts';
import { Icon } from '../ui/icon';
import { Menu, MenuItem } from '../ui/menu';
import { noteSignedIn, useAccount } from './account';
import { useConfig } from './config';
import { LanguageSwitch } from './language_switch';
import { hrefOfPerson, personPages } from './navigation';
import { setTheme, theme } from './theme';
import { pageOf, type Workspace } from './workspace';

interface TopBarProps {
  workspace: string;
  workspaces: Workspace[];
  onSearch: () => void;
}

export function TopBar({ workspace, workspaces, onSearch }: TopBarProps) {
  const { shell } = useTexts();
  const config = useConfig();
  return (
    <header class="bar">
      <a class="brand" href="/console/">
        {config?.brand ?? 'paylink'}
      </a>
      {workspace && <WorkspaceSwitch workspace={workspace} workspaces={workspaces} />}
      {config?.sandbox && (
        <span class="sandbox" title={shell.sandbox_advice}>
          {shell.sandbox}
        </span>
      )}
      <button
        type="button"
        class="find"
        aria-label={shell.palette.title}
        aria-keyshortcuts="Control+K"
        onClick={onSearch}
      >
        <Icon name="search" />
        <span>{shell.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <LanguageSwitch />
      <ThemeMenu />
      <UserMenu />
    </header>
  );
}

function WorkspaceSwitch({ workspace, workspaces }: { workspace: string; workspaces: Workspace[] }) {
  const { shell } = useTexts();
  const current = workspaces.find(({ id }) => id === workspace);
  return (
    <Menu
      label={`${shell.workspace_switch}: ${current?.name ?? ''}`}
      align="start"
      chevron
      text={<span class="workspace-name">{current?.name ?? '…'}</span>}
    >
      {workspaces.map(({ id, name }) => (
        <a key={id} class="menu-item" href={pageOf(id)} aria-current={id === workspace ? 'true' : undefined}>
          <Icon name="store" />
          <span>{name}</span>
          {id === workspace && <Icon name="check" />}
        </a>
      ))}
      <a class="menu-item apart" href="/console/">
        <Icon name="ellipsis" />
        <span>{shell.nav.workspaces}</span>
      </a>
    </Menu>
  );
}

function ThemeMenu() {
  const { shell } = useTexts();
  const [current, setCurrent] = useState(theme());
  const icon = ({ auto: 'sun-moon', light: 'sun', dark: 'moon' } as const)[current];
  return (
    <Menu label={shell.theme} icon={icon}>
      {(['auto', 'light', 'dark'] as const).map((one) => (
        <MenuItem
          key={one}
          icon={({ auto: 'sun-moon', light: 'sun', dark: 'moon' } as const)[one]}
          pressed={one === current}
          onClick={() => {
            setTheme(one);
            setCurrent(one);
          }}
        >
          {shell.themes[one]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function UserMenu() {
  const { shell } = useTexts();
  const queries = useQueryClient();
  const account = useAccount().data;
  const signOut = async () => {
    await done(api.DELETE('/v1.1/sessions/current')).catch(() => {});
    rememberToken(null);
    noteSignedIn(false);
    queries.clear();
    // A new page keeps nothing of this person in memory.
    location.assign('/console/signin');
  };
  return (
    <Menu label={shell.user_menu} icon="user">
      <p class="menu-title">
        <strong>{account?.name}</strong>
        <span>{account?.email}</span>
      </p>
      {personPages.map((item) => (
        <a key={item.name} class="menu-item" href={hrefOfPerson(item)}>
          <Icon name={item.icon} />
          <span>{shell.nav[item.name]}</span>
        </a>
      ))}
      <MenuItem icon="log-out" onClick={() => void signOut()}>
        {shell.sign_out}
      </MenuItem>
    </Menu>
  );
}
