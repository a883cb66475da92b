import { accountName, useBankAccounts } from '../app/bank_accounts';
import { useWorkspace } from '../app/workspace';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Copied, CopyButton } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Section } from '../ui/page';
import { Time } from '../ui/time';
import type { Webhook, WebhookFilter } from './calls';

export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const t = useTexts().webhooks;
  const headers = Object.entries(webhook.headers);
  return (
    <Section title={t.details}>
      <div class="card">
        <Facts>
          {webhook.url && (
            <Fact name={t.url}>
              {webhook.url} <CopyButton value={webhook.url} what={t.url} />
            </Fact>
          )}
          {webhook.chat_id && <Fact name={t.chat_id}>{webhook.chat_id}</Fact>}
          <Fact name={t.events}>
            <ul>
              {webhook.events.map((event) => (
                <li key={event}>{t.event_names[event]}</li>
              ))}
            </ul>
          </Fact>
          <Fact name={t.filter}>{webhook.filter ? <Filter filter={webhook.filter} /> : t.everything}</Fact>
          {headers.length > 0 && (
            <Fact name={t.headers}>
              <ul>
                {headers.map(([name, value]) => (
                  <li key={name}>
                    <code>
                      {name}: {value}
                    </code>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          <Fact name={t.created}>
            <Time at={webhook.created_at} />
          </Fact>
          <Fact name="ID">
            <Copied value={webhook.id} what="ID" />
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}

/** A filter in words, one line for each of its members. */
function Filter({ filter }: { filter: WebhookFilter }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  const accounts = useBankAccounts(ws).data ?? [];
  const nameOf = (id: string) => {
    const account = accounts.find((one) => one.id === id);
    return account ? accountName(account) : id;
  };
  const lines = [
    filter.bank_account_ids && t.only_accounts(filter.bank_account_ids.map(nameOf).join(', ')),
    filter.virtual_account_ids && t.only_virtual(filter.virtual_account_ids.length),
    filter.transfer_type && t.directions[filter.transfer_type],
    filter.min_amount && t.only_from(money(filter.min_amount)),
    filter.text && t.only_text(filter.text),
  ].filter(Boolean);
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
