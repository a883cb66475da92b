import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { accountName, useBankAccounts } from '../app/bank_accounts';
import { useConfig } from '../app/config';
import { ToldSection } from '../app/told';
import { UnloadedPage } from '../app/unloaded_page';
import { pageOf, useWorkspace } from '../app/workspace';
import { isolated, money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button, ButtonLink } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Copied } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Page, Section } from '../ui/page';
import { Time } from '../ui/time';
import { Timeline, TimelineEvent } from '../ui/timeline';
import { cancelOrder, type Order, useOrder } from './calls';
import { OrderBadge } from './order_badge';
import { OrderQr } from './order_qr';

export default function OrderPage({ ord }: { ord: string }) {
  const t = useTexts().orders;
  const { id: ws } = useWorkspace();
  const query = useOrder(ws, ord);
  const order = query.data;
  const parent = { href: pageOf(ws, 'orders'), text: t.title };
  if (!order) return <UnloadedPage parent={parent} query={query} />;
  const { reference, status, received_amount, amount } = order;
  return (
    <Page
      title={`${isolated(order.order_id)} · ${t.title}`}
      parent={parent}
      heading={money(received_amount ?? amount)}
      badges={
        <>
          <OrderBadge status={status} />
          <Copied value={reference} what={t.reference} />
        </>
      }
      actions={<Actions order={order} />}
    >
      <div class="beside">
        <div>
          {order.qr_svg && <OrderQr order={order} svg={order.qr_svg} />}
          <Section title={t.timeline}>
            <div class="card">
              <OrderTimeline order={order} />
            </div>
          </Section>
          {order.closed_at && (
            <ToldSection ws={ws} subject={order.order_id} title={t.deliveries} none={t.deliveries_none} />
          )}
        </div>
        <Details order={order} />
      </div>
    </Page>
  );
}

function Actions({ order }: { order: Order }) {
  const t = useTexts().orders;
  const { id: ws, denied } = useWorkspace();
  const bank = useConfig()?.bank_simulator;
  const queries = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  if (order.status !== 'pending') return null;
  const cancel = async () => {
    await cancelOrder(ws, order.id);
    announce(t.cancelled);
    await queries.invalidateQueries({ queryKey: ['orders', ws] });
  };
  return (
    <>
      {bank && order.qr_payload && (
        <ButtonLink
          kind="main"
          icon="landmark"
          href={`${bank}/app?payload=${encodeURIComponent(order.qr_payload)}`}
          external
        >
          {t.pay_in_sandbox}
        </ButtonLink>
      )}
      <Button icon="ban" denied={denied('payment_links:write')} onClick={() => setCancelling(true)}>
        {t.cancel}
      </Button>
      {isCancelling && (
        <ConfirmDialog
          title={t.cancel_title}
          action={t.cancel}
          danger
          refusals={t.cancel_refusals}
          onConfirm={cancel}
          onClose={() => setCancelling(false)}
        >
          <p>{t.cancel_advice}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function OrderTimeline({ order }: { order: Order }) {
  const t = useTexts().orders;
  const { event } = t;
  const closed = order.closed_at ?? undefined;
  return (
    <Timeline label={t.timeline}>
      <TimelineEvent at={order.created_at} tone="plain" title={event.made}>
        <p>{order.created_by.type === 'user' ? event.by_user : event.by_token}</p>
      </TimelineEvent>
      {order.status === 'pending' && (
        <TimelineEvent at={order.expires_at} tone="wait" title={event.expires}>
          <p>
            <Time at={order.expires_at} relative />
          </p>
        </TimelineEvent>
      )}
      {order.status === 'success' && (
        <TimelineEvent at={closed} tone="good" title={event.paid(money(order.received_amount ?? order.amount))} />
      )}
      {order.status === 'cancelled' && <TimelineEvent at={closed} tone="plain" icon="ban" title={event.cancelled} />}
      {order.status === 'failed' && (
        <TimelineEvent at={closed ?? order.expires_at} tone="bad" title={event.failed}>
          {order.failure_reason && <p>{event.failed_because[order.failure_reason]}</p>}
        </TimelineEvent>
      )}
    </Timeline>
  );
}

function Details({ order }: { order: Order }) {
  const t = useTexts().orders;
  const { id: ws } = useWorkspace();
  const account = useBankAccounts(ws).data?.find(({ id }) => id === order.bank_account_id);
  return (
    <Section title={t.details}>
      <div class="card">
        <Facts>
          {order.order_id !== order.id && (
            <Fact name={t.order_id}>
              <Copied value={order.order_id} what={t.order_id} />
            </Fact>
          )}
          <Fact name={t.account}>
            <a href={pageOf(ws, 'banks', order.bank_account_id)}>{account ? accountName(account) : '…'}</a>
          </Fact>
          {order.received_amount && <Fact name={t.expected}>{money(order.amount)}</Fact>}
          {order.customer_email && <Fact name={t.customer_email}>{order.customer_email}</Fact>}
          <Fact name={t.created}>
            <Time at={order.created_at} />
          </Fact>
          <Fact name={t.expires}>
            <Time at={order.expires_at} />
          </Fact>
          {order.transaction_id && (
            <Fact name={t.transaction}>
              <a href={pageOf(ws, 'transactions', order.transaction_id)}>{order.transaction_id}</a>
            </Fact>
          )}
          <Fact name="ID">
            <Copied value={order.id} what="ID" />
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}
