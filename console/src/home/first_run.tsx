import { anyBank, type BankAccount } from '../app/bank_accounts';
import { useConfig } from '../app/config';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Icon } from '../ui/icon';
import { Section } from '../ui/page';
import type { PaymentLink } from './calls';

interface FirstRunProps {
  ws: string;
  progress: { newest?: PaymentLink | undefined; paid?: PaymentLink | undefined; told?: PaymentLink | undefined };
  accounts: BankAccount[];
}

/** The steps to the first delivered payment; the next one has a button. */
export function FirstRun({ ws, progress, accounts }: FirstRunProps) {
  const t = useTexts().home;
  const { denied, deniedNew } = useWorkspace();
  const config = useConfig();
  const { newest, paid, told } = progress;
  const linkPage = (link: PaymentLink | undefined) => pageOf(ws, 'links', ...(link ? [link.id] : []));
  const steps = [
    { name: 'workspace' as const, isDone: true },
    {
      name: 'bank' as const,
      isDone: accounts.some(({ state }) => state === 'connected'),
      href: `${pageOf(ws, 'banks', 'connect')}${config?.sandbox ? `?bank=${anyBank}` : ''}`,
      denied: denied('bank_accounts:write'),
    },
    {
      name: 'link' as const,
      isDone: newest !== undefined,
      href: pageOf(ws, 'links', 'new'),
      denied: deniedNew('payment_links:write'),
    },
    { name: 'paid' as const, isDone: paid !== undefined, href: linkPage(newest) },
    { name: 'told' as const, isDone: told !== undefined, href: linkPage(paid) },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Section
      title={t.first_run}
      actions={<span class="quiet-text">{t.progress(steps.filter(({ isDone }) => isDone).length, steps.length)}</span>}
    >
      <ol class="card flush steps">
        {steps.map(({ name, isDone, href, denied }, index) => (
          <li
            key={name}
            class={isDone ? 'done' : index === next ? 'next' : undefined}
            aria-current={index === next ? 'step' : undefined}
          >
            <Icon name={isDone ? 'circle-check' : 'circle'} />
            <div>
              <strong>{t.steps[name]}</strong>
              {isDone && <span class="unseen">{t.step_done}</span>}
              {name !== 'workspace' && !isDone && <p>{t.step_advice[name]}</p>}
            </div>
            {name !== 'workspace' && index === next && href && (
              <ButtonLink kind="main" href={href} denied={denied}>
                {t.step_do[name]}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
