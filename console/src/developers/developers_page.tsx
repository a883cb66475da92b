import { accountName, useBankAccounts } from '../app/bank_accounts';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Copied, CopyButton } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Page } from '../ui/page';
import { Panel } from '../ui/panel';
import { SigningKeyPanel } from './signing_key';
import { VerifySamples } from './verify_samples';

export default function DevelopersPage() {
  const t = useTexts().developers;
  const { id: ws } = useWorkspace();
  const accounts = useBankAccounts(ws).data ?? [];
  return (
    <Page
      title={t.title}
      actions={
        <>
          <ButtonLink icon="code" href="/docs" external>
            {t.reference}
          </ButtonLink>
          <ButtonLink icon="key-round" href="/console/tokens">
            {t.tokens}
          </ButtonLink>
        </>
      }
    >
      <Panel title={t.ids} advice={t.ids_advice}>
        <Facts>
          <Fact name={t.base_url}>
            <Copied value={`${location.origin}/v1.1`} what={t.base_url} />
          </Fact>
          <Fact name={t.workspace_id}>
            <Copied value={ws} what={t.workspace_id} />
          </Fact>
          {accounts.map((account) => (
            <Fact key={account.id} name={t.account_id(accountName(account))}>
              <Copied value={account.id} what={t.account_id(accountName(account))} />
            </Fact>
          ))}
          <Fact name={t.description}>
            <a href="/v1.1/openapi.json">/v1.1/openapi.json</a>
          </Fact>
        </Facts>
      </Panel>
      <SigningKeyPanel />
      <CommandLine ws={ws} />
      <VerifySamples />
    </Page>
  );
}

function CommandLine({ ws }: { ws: string }) {
  const t = useTexts().developers;
  const lines = [
    `export PAYLINK_BASE_URL=${location.origin}`,
    'export PAYLINK_TOKEN=plat_…',
    `paylink payment-links list --workspace ${ws}`,
  ].join('\n');
  const trial = 'paylink verify-endpoint https://shop.example/callback --signing-key-file signing-key';
  return (
    <Panel title={t.cli} advice={t.cli_advice}>
      <Lines text={lines} label={t.cli_lines} />
      <p>{t.cli_verify}</p>
      <Lines text={trial} label={t.cli_verify} />
    </Panel>
  );
}

const Lines = ({ text, label }: { text: string; label: string }) => (
  <div class="lines">
    <pre role="region" tabIndex={0} aria-label={label}>
      {text}
    </pre>
    <CopyButton value={text} what={label} />
  </div>
);
