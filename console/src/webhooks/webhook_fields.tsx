import { accountName, type BankAccount, useBankAccounts } from '../app/bank_accounts';
import { ReceiverHint } from '../app/receiver_hint';
import { useSandboxReceiver } from '../app/sandbox_receiver';
import { useWorkspaceId } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { AmountField } from '../ui/amount_field';
import { CheckboxGroup } from '../ui/checkbox_group';
import { SelectField, TextArea, TextField } from '../ui/field';
import { Placeholder } from '../ui/page';
import { useVirtualAccounts, type Webhook } from './calls';
import { linesOf } from './webhook_body';

/** The fields shared by creating and editing a webhook. */
export function WebhookFields({
  type,
  webhook,
  urlFault,
}: {
  type: Webhook['type'];
  webhook?: Webhook;
  urlFault: string;
}) {
  const t = useTexts().webhooks;
  const receiver = useSandboxReceiver();
  const suggested = webhook ? undefined : receiver;
  return (
    <>
      <TextField
        name="name"
        label={t.name}
        hint={t.name_hint}
        maxLength={100}
        autocomplete="off"
        defaultValue={webhook?.name ?? ''}
      />
      {type === 'http' ? (
        <TextField
          name="url"
          label={t.url}
          hint={suggested ? <ReceiverHint receiver={suggested} /> : t.url_hint}
          type="url"
          placeholder="https://"
          autocomplete="url"
          defaultValue={webhook?.url ?? suggested?.webhook_url ?? ''}
          faults={{ check_failed: urlFault }}
        />
      ) : (
        <ChatFields webhook={webhook} />
      )}
      <CheckboxGroup
        name="events"
        label={t.events}
        faults={{ required: t.one_event, too_small: t.one_event }}
        values={webhook?.events ?? (type === 'http' ? ['transaction.credit'] : ['transaction.credit', 'order.success'])}
        options={Object.entries(t.event_names).map(([event, name]) => ({
          value: event,
          text: (
            <>
              {name} <code>{event}</code>
            </>
          ),
        }))}
      />
      <FilterFields webhook={webhook} />
      {type === 'http' && (
        <details class="more-fields" open={Object.keys(webhook?.headers ?? {}).length > 0}>
          <summary>{t.more}</summary>
          <TextArea
            name="headers"
            label={t.headers}
            hint={t.headers_hint}
            faults={t.headers_faults}
            optional
            rows={3}
            value={linesOf(webhook?.headers ?? {})}
          />
        </details>
      )}
    </>
  );
}

function ChatFields({ webhook }: { webhook: Webhook | undefined }) {
  const t = useTexts().webhooks;
  return (
    <>
      <TextField
        name="chat_id"
        label={t.chat_id}
        hint={t.chat_id_hint}
        placeholder="-1001234567890"
        autocomplete="off"
        spellcheck={false}
        defaultValue={webhook?.chat_id ?? ''}
        faults={t.chat_id_faults}
      />
      <TextField
        name="bot_token"
        label={t.bot_token}
        hint={webhook ? t.bot_token_stays : t.bot_token_hint}
        autocomplete="off"
        spellcheck={false}
        optional={webhook !== undefined}
        faults={t.bot_token_faults}
      />
    </>
  );
}

function FilterFields({ webhook }: { webhook: Webhook | undefined }) {
  const t = useTexts().webhooks;
  const ws = useWorkspaceId();
  const accounts = useBankAccounts(ws);
  // What is chosen must be known before the boxes are drawn.
  return (
    <details class="more-fields" open={webhook?.filter != null}>
      <summary>{t.filter}</summary>
      {accounts.isPending ? <Placeholder /> : <FilterChoice filter={webhook?.filter} accounts={accounts.data ?? []} />}
    </details>
  );
}

function FilterChoice({ filter, accounts }: { filter: Webhook['filter'] | undefined; accounts: BankAccount[] }) {
  const t = useTexts().webhooks;
  const ws = useWorkspaceId();
  const chosen = filter?.bank_account_ids ?? [];
  const known = accounts.filter(({ id, state }) => state !== 'pending' || chosen.includes(id));
  const virtual = useVirtualAccounts(ws, known);
  return (
    <>
      <p class="hint">{t.filter_hint}</p>
      {known.length > 0 && (
        <CheckboxGroup
          name="filter.bank_account_ids"
          label={t.filter_accounts}
          values={chosen}
          options={known.map((account) => ({ value: account.id, text: accountName(account) }))}
        />
      )}
      {virtual.data && virtual.data.length > 0 && (
        <CheckboxGroup
          name="filter.virtual_account_ids"
          label={t.filter_virtual}
          values={filter?.virtual_account_ids ?? []}
          options={virtual.data.map(({ id, account_number, name }) => ({
            value: id,
            text: `${account_number} · ${name}`,
          }))}
        />
      )}
      <SelectField
        name="filter.transfer_type"
        label={t.filter_direction}
        optional
        value={filter?.transfer_type ?? ''}
        options={Object.entries(t.directions).map(([value, text]) => ({ value: value === 'both' ? '' : value, text }))}
      />
      <AmountField name="filter.min_amount" label={t.filter_amount} optional defaultValue={filter?.min_amount ?? ''} />
      <TextField
        name="filter.text"
        label={t.filter_text}
        hint={t.filter_text_hint}
        autocomplete="off"
        maxLength={100}
        optional
        defaultValue={filter?.text ?? ''}
        faults={t.filter_text_faults}
      />
    </>
  );
}
