import { useQueryClient } from '@tanstack/preact-query';
import type { Schema } from '../api/client';
import { useAccount } from '../app/account';
import { useWorkspace, type Workspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ButtonLink } from '../ui/button';
import { Checkbox, SelectField, TextArea, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Panel } from '../ui/panel';
import { changeWorkspace, notifications } from './calls';

interface Props {
  workspace: Workspace;
}

function useChange(workspace: Workspace) {
  const t = useTexts().settings;
  const queries = useQueryClient();
  return async (body: Schema<'WorkspaceChange'>) => {
    await changeWorkspace(workspace.id, body);
    announce(t.saved);
    void queries.invalidateQueries({ queryKey: ['workspaces'] });
  };
}

export function GeneralPanel({ workspace }: Props) {
  const texts = useTexts();
  const t = texts.settings;
  const { denied } = useWorkspace();
  const change = useChange(workspace);
  const save = ({ name = '', description = '', language }: Values) =>
    change({ name, description, language: language as Workspace['language'] });
  return (
    <Panel title={t.general} advice={t.general_advice}>
      <Form submit={texts.common.save} onSubmit={save} denied={denied('workspaces:write')}>
        <TextField
          name="name"
          label={t.name}
          defaultValue={workspace.name}
          maxLength={100}
          autocomplete="off"
          faults={t.name_faults}
        />
        <TextArea
          name="description"
          label={t.description}
          value={workspace.description ?? ''}
          maxLength={500}
          rows={2}
          optional
        />
        <SelectField
          name="language"
          label={t.language}
          value={workspace.language}
          options={Object.entries(t.languages).map(([value, text]) => ({ value, text }))}
        />
      </Form>
    </Panel>
  );
}

export function MailsPanel({ workspace }: Props) {
  const texts = useTexts();
  const t = texts.settings;
  const { denied } = useWorkspace();
  const change = useChange(workspace);
  const save = (values: Values) =>
    change({ notifications: Object.fromEntries(notifications.map((name) => [name, values[name] === 'true'])) });
  return (
    <Panel title={t.mails} advice={t.mails_advice}>
      <Form submit={texts.common.save} onSubmit={save} denied={denied('workspaces:write')}>
        <div>
          {notifications.map((name) => (
            <Checkbox key={name} name={name} checked={workspace.notifications[name]}>
              {t.mail[name]}
            </Checkbox>
          ))}
          <p class="hint">{t.mails_of_owner}</p>
        </div>
      </Form>
    </Panel>
  );
}

export function FactorPanel({ workspace }: Props) {
  const texts = useTexts();
  const t = texts.settings;
  const { denied } = useWorkspace();
  const hasFactor = useAccount().data?.second_factor ?? true;
  const change = useChange(workspace);
  const save = (values: Values) => change({ second_factor_required: values['second_factor_required'] === 'true' });
  return (
    <Panel title={t.security} advice={t.security_advice}>
      <Form
        submit={texts.common.save}
        onSubmit={save}
        denied={denied('workspaces:write')}
        refusals={{ CONFLICT: t.factor_refused }}
        others={!hasFactor && <ButtonLink href="/console/account">{t.to_factor}</ButtonLink>}
      >
        <div>
          <Checkbox name="second_factor_required" checked={workspace.second_factor_required}>
            {t.factor_required}
          </Checkbox>
          <p class="hint">{t.factor_required_advice}</p>
        </div>
      </Form>
    </Panel>
  );
}
