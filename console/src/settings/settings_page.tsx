import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Copied } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Page, Placeholder } from '../ui/page';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { DeletePanel } from './delete_panel';
import { ExportPanel } from './export_panel';
import { FactorPanel, GeneralPanel, MailsPanel } from './forms';
import { StatePanel } from './state_panel';

export default function SettingsPage() {
  const texts = useTexts();
  const t = texts.settings;
  const { workspace, denied } = useWorkspace();
  const reason = denied('workspaces:write');
  if (!workspace)
    return (
      <Page title={t.title}>
        <Placeholder lines={10} />
      </Page>
    );
  return (
    <Page title={t.title}>
      {reason && <p class="note">{reason}</p>}
      <GeneralPanel workspace={workspace} />
      <Panel title={t.fixed} advice={t.fixed_advice}>
        <Facts>
          <Fact name={t.entity_type}>{texts.home.entity_types[workspace.entity_type]}</Fact>
          <Fact name={t.banking_mode}>{texts.home.banking_modes[workspace.banking_mode]}</Fact>
          <Fact name={t.id}>
            <Copied value={workspace.id} what={t.id} />
          </Fact>
          <Fact name={t.created}>
            <Time at={workspace.created_at} />
          </Fact>
        </Facts>
      </Panel>
      <MailsPanel workspace={workspace} />
      <FactorPanel workspace={workspace} />
      <StatePanel workspace={workspace} />
      <ExportPanel workspace={workspace} />
      <DeletePanel workspace={workspace} />
    </Page>
  );
}
