import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { money } from '../texts/format';
import { type Texts, useTexts } from '../texts/use_texts';
import { Icon, type IconName } from '../ui/icon';
import { hrefOf, hrefOfPerson, type NavItem, personPages } from './navigation';
import { folded, type Meaning, meaningsOf } from './palette_parse';
import { pageOf, type Workspace } from './workspace';

interface Hit {
  icon: IconName;
  text: string;
  href: string;
}

interface Places {
  workspace: string;
  /** Those of the Workspace that its role has. */
  pages: NavItem[];
  workspaces: Workspace[];
}

function jumpTo(meaning: Meaning, { shell: { palette } }: Texts, workspace: string): Hit {
  const transactions = pageOf(workspace, 'transactions');
  if (meaning.kind === 'id')
    return {
      icon: 'arrow-up-right',
      text: palette.jump(meaning.id),
      href: pageOf(workspace, meaning.page, meaning.id),
    };
  if (meaning.kind === 'reference') {
    const href = `${pageOf(workspace, 'links')}?reference=${meaning.reference}`;
    return { icon: 'link', text: palette.reference(meaning.reference), href };
  }
  if (meaning.kind === 'amount') {
    const href = `${transactions}?min_amount=${meaning.amount}&max_amount=${meaning.amount}`;
    return { icon: 'receipt-text', text: palette.amount(money(meaning.amount)), href };
  }
  if (meaning.kind === 'order') {
    const href = `${pageOf(workspace, 'orders')}?order_id=${encodeURIComponent(meaning.orderId)}`;
    return { icon: 'shopping-cart', text: palette.order(meaning.orderId), href };
  }
  return {
    icon: 'search',
    text: palette.text(meaning.text),
    href: `${transactions}?q=${encodeURIComponent(meaning.text)}`,
  };
}

function hitsFor(typed: string, texts: Texts, { workspace, pages, workspaces }: Places): Hit[] {
  const { nav } = texts.shell;
  const all: Hit[] = [
    ...(workspace
      ? pages.map((item) => ({ icon: item.icon, text: nav[item.name], href: hrefOf(workspace, item) }))
      : []),
    ...personPages.map((item) => ({ icon: item.icon, text: nav[item.name], href: hrefOfPerson(item) })),
    ...workspaces.map(({ id, name }) => ({ icon: 'store' as const, text: name, href: pageOf(id) })),
  ];
  const found = all.filter(({ text }) => folded(text).includes(folded(typed)));
  if (!workspace) return found;
  const jumps = meaningsOf(typed).map((meaning) => jumpTo(meaning, texts, workspace));
  return [...jumps.filter(({ icon }) => icon !== 'search'), ...found, ...jumps.filter(({ icon }) => icon === 'search')];
}

interface PaletteProps extends Places {
  onClose: () => void;
}

/** Goes anywhere by a few letters, a pasted id, a reference, an amount or a part of a transfer's text. */
export function CommandPalette({ onClose, ...places }: PaletteProps) {
  const texts = useTexts();
  const { route } = useLocation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const hits = hitsFor(typed, texts, places);
  useEffect(() => {
    dialog.current!.showModal();
    return () => dialog.current?.close();
  }, []);
  const go = ({ href }: Hit) => {
    onClose();
    route(href);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((at + step + hits.length) % Math.max(1, hits.length));
    else if (event.key === 'Enter' && hits[at]) go(hits[at]);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key raises `close`.
    <dialog
      ref={dialog}
      class="palette"
      aria-label={texts.shell.palette.title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="palette-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
          aria-label={texts.shell.palette.title}
          placeholder={texts.shell.palette.hint}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={id} class="hits" role="listbox" aria-label={texts.shell.palette.title}>
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are the input's, which names the chosen option.
          <div
            key={hit.href}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(hit)}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={hit.icon} />
            <span>{hit.text}</span>
          </div>
        ))}
      </div>
      <p class="palette-none" role="status">
        {hits.length === 0 && texts.shell.palette.nothing}
      </p>
    </dialog>
  );
}
