import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { accountName, useBankAccounts } from '../app/bank_accounts';
import { useConfig } from '../app/config';
import { CallbackBadge, LinkBadge } from '../app/link_badges';
import { isUnfinished } from '../app/unfinished';
import { UnloadedPage } from '../app/unloaded_page';
import { pageOf, useWorkspace } from '../app/workspace';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button, ButtonLink } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Copied, CopyButton } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Menu, MenuItem } from '../ui/menu';
import { Page, Section } from '../ui/page';
import { Time } from '../ui/time';
import { type Callback, cancelLink, type PaymentLink, resendCallback, useLink, useLinkCallback } from './calls';
import { LinkTimeline } from './link_timeline';
import { Payments } from './payments';

export default function LinkPage({ pl }: { pl: string }) {
  const t = useTexts().payment_links;
  const { id: ws } = useWorkspace();
  const link = useLink(ws, pl);
  const callback = useLinkCallback(ws, link.data).data;
  const parent = { href: pageOf(ws, 'links'), text: t.title };
  if (!link.data) return <UnloadedPage parent={parent} query={link} />;
  const { reference, status, callback_status, amount, received_amount } = link.data;
  const sum = received_amount ?? amount;
  return (
    <Page
      title={`${reference} · ${t.title}`}
      parent={parent}
      heading={sum === null ? t.free_amount : money(sum)}
      badges={
        <>
          <LinkBadge status={status} />
          <CallbackBadge callback_status={callback_status} named />
          <Copied value={reference} what={t.reference} />
        </>
      }
      actions={<Actions link={link.data} callback={callback} />}
    >
      <div class="beside">
        <div>
          <Section title={t.timeline}>
            <div class="card">
              <LinkTimeline link={link.data} callback={callback} />
            </div>
          </Section>
          <Payments link={link.data} />
        </div>
        <Details link={link.data} />
      </div>
    </Page>
  );
}

function Actions({ link, callback }: { link: PaymentLink; callback: Callback | undefined }) {
  const texts = useTexts();
  const t = texts.payment_links;
  const { id: ws, denied } = useWorkspace();
  const config = useConfig();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'resend' | 'cancel'>();
  const isPending = link.status === 'pending';
  const lookAgain = () => queries.invalidateQueries({ queryKey: ['payment_links', ws] });
  const resend = async (key: string) => {
    await resendCallback(ws, link.id, key);
    announce(t.resent);
    await lookAgain();
  };
  const cancel = async () => {
    await cancelLink(ws, link.id);
    announce(t.cancelled);
    await lookAgain();
  };
  return (
    <>
      {callback && !isUnfinished(callback.status) && (
        <Button
          kind={callback.status === 'failed' ? 'main' : 'plain'}
          icon="rotate-cw"
          denied={denied('payment_links:write')}
          onClick={() => setAsked('resend')}
        >
          {t.resend}
        </Button>
      )}
      {isPending && config?.bank_simulator && (
        <ButtonLink
          kind="main"
          href={`${config.bank_simulator}/app?link=${encodeURIComponent(link.url)}`}
          external
          icon="landmark"
        >
          {t.pay_in_sandbox}
        </ButtonLink>
      )}
      <ButtonLink href={link.url} external icon="external-link">
        {t.open_page}
      </ButtonLink>
      {isPending && <CopyButton value={link.url} text={t.copy_link} />}
      {isPending && (
        <Menu label={texts.common.more_actions} icon="ellipsis">
          <MenuItem icon="ban" danger denied={denied('payment_links:write')} onClick={() => setAsked('cancel')}>
            {t.cancel}
          </MenuItem>
        </Menu>
      )}
      {asked === 'resend' && (
        <ConfirmDialog
          title={t.resend_title}
          action={t.resend}
          refusals={t.resend_refusals}
          onConfirm={resend}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.resend_advice((callback?.attempts.at(-1)?.number ?? 0) + 1)}</p>
        </ConfirmDialog>
      )}
      {asked === 'cancel' && (
        <ConfirmDialog
          title={t.cancel_title}
          action={t.cancel}
          danger
          refusals={t.cancel_refusals}
          onConfirm={cancel}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.cancel_advice}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Details({ link }: { link: PaymentLink }) {
  const t = useTexts().payment_links;
  const { id: ws } = useWorkspace();
  const account = useBankAccounts(ws).data?.find(({ id }) => id === link.bank_account_id);
  return (
    <Section title={t.details}>
      <div class="card">
        <Facts>
          {link.description && <Fact name={t.description}>{link.description}</Fact>}
          <Fact name={t.account}>{account ? accountName(account) : '…'}</Fact>
          <Fact name={t.created}>
            <Time at={link.created_at} />
          </Fact>
          <Fact name={t.expires}>
            <Time at={link.expires_at} />
          </Fact>
          <Fact name={t.callback_url}>{link.callback_url}</Fact>
          {link.redirect_url && <Fact name={t.redirect_url}>{link.redirect_url}</Fact>}
          {link.transaction_id && (
            <Fact name={t.transaction}>
              <a href={pageOf(ws, 'transactions', link.transaction_id)}>{link.transaction_id}</a>
            </Fact>
          )}
          {Object.entries(link.metadata ?? {}).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          <Fact name="ID">
            <Copied value={link.id} what="ID" />
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}
