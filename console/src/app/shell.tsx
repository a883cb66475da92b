import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useTexts } from '../texts/use_texts';
import { Icon } from '../ui/icon';
import { CommandPalette } from './command_palette';
import { followWorkspace } from './live';
import { hrefOf, hrefOfPerson, type NavItem, personPages, workspacePages } from './navigation';
import NotFoundPage from './not_found_page';
import { can } from './roles';
import { TopBar } from './top_bar';
import { useSurroundings, useWorkspaceOf, useWorkspaces } from './workspace';

const onPhoneBar = 4;

/** The frame of every page of a signed-in user. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { shell } = useTexts();
  const workspaces = useWorkspaces().data ?? [];
  const { id, isOwn } = useSurroundings(workspaces);
  const { workspace, isForeign } = useWorkspaceOf(id);
  const queries = useQueryClient();
  const [isSearching, setSearching] = useState(false);

  useEffect(() => (workspace ? followWorkspace(workspace.id, queries) : undefined), [workspace?.id]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setSearching(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);

  const pages = workspacePages.filter(({ needs }) => !needs || (workspace?.role && can(workspace.role, needs)));
  return (
    <div class={id ? 'frame' : 'frame without-side'}>
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <TopBar workspace={id} workspaces={workspaces} onSearch={() => setSearching(true)} />
      {id && <Navigation workspace={id} pages={pages} />}
      <main id="content" tabIndex={-1}>
        <Offline />
        {isOwn && workspace?.status === 'suspended' && <p class="note warm">{shell.suspended}</p>}
        {isForeign && isOwn ? <NotFoundPage /> : children}
      </main>
      {isSearching && (
        <CommandPalette workspace={id} pages={pages} workspaces={workspaces} onClose={() => setSearching(false)} />
      )}
    </div>
  );
}

/** At the side; on a phone the first pages at the bottom, and the rest behind "More". */
function Navigation({ workspace, pages }: { workspace: string; pages: NavItem[] }) {
  const { shell } = useTexts();
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const hasMore = pages.length > onPhoneBar + 1;
  const home = hrefOf(workspace, pages[0]!);
  const isCurrent = (href: string) => path === href || (href !== home && path.startsWith(`${href}/`));
  const link = (item: NavItem, href: string, kind?: 'late' | 'late own' | false) => (
    <li key={item.name} class={kind || undefined}>
      <a href={href} aria-current={isCurrent(href) ? 'page' : undefined}>
        <Icon name={item.icon} />
        <span>{shell.nav[item.name]}</span>
      </a>
    </li>
  );
  return (
    <nav class="side" aria-label={shell.main_navigation} data-open={isOpen || undefined}>
      <ul>
        {pages.map((item, index) => link(item, hrefOf(workspace, item), hasMore && index >= onPhoneBar && 'late'))}
        {personPages.map((item, index) => link(item, hrefOfPerson(item), index === 0 ? 'late own' : 'late'))}
        {(hasMore || personPages.length > 0) && (
          <li class="more">
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Icon name="ellipsis" />
              <span>{shell.nav.more}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Offline() {
  const { shell } = useTexts();
  const [isOff, setOff] = useState(!navigator.onLine);
  useEffect(() => {
    const look = () => setOff(!navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return (
    <div role="status">
      {isOff && (
        <p class="note warm">
          <Icon name="triangle-alert" />
          {shell.offline}
        </p>
      )}
    </div>
  );
}
