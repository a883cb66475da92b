import { useState } from 'preact/hooks';
import { withoutEmpty } from '../api/client';
import type { Workspace } from '../app/workspace';
import { language } from '../texts/language';
import { useTexts } from '../texts/use_texts';
import { SelectField, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { createWorkspace } from './calls';

/** The type of owner decides the available banking modes; neither can be changed later. */
export function NewWorkspaceForm({ onMade }: { onMade: (workspace: Workspace) => unknown }) {
  const t = useTexts().home;
  const [type, setType] = useState<keyof typeof t.entity_types>('individual');
  const [mode, setMode] = useState<keyof typeof t.banking_modes>('open_banking');
  const isCompany = type === 'enterprise';
  const shownMode = isCompany ? mode : 'open_banking';
  const send = async (values: Values, key: string) => {
    const body = withoutEmpty({
      name: values['name'] ?? '',
      entity_type: type,
      banking_mode: shownMode,
      language: language(),
    });
    await onMade(await createWorkspace(body, key));
  };
  return (
    <Form submit={t.create_do} onSubmit={send} refusals={{ PLAN_WORKSPACE_LIMIT: t.limit }}>
      <TextField name="name" label={t.name} hint={t.name_hint} autocomplete="organization" maxLength={100} autofocus />
      <SelectField
        name="entity_type"
        label={t.entity_type}
        hint={t.fixed_for_ever}
        options={Object.entries(t.entity_types).map(([value, text]) => ({ value, text }))}
        onChange={(value) => setType(value as typeof type)}
      />
      <SelectField
        key={String(isCompany)}
        name="banking_mode"
        label={t.banking_mode}
        hint={t.banking_mode_advice[shownMode]}
        value={shownMode}
        options={Object.entries(t.banking_modes).map(([value, text]) => ({
          value,
          text,
          disabled: !isCompany && value !== 'open_banking',
        }))}
        onChange={(value) => setMode(value as typeof mode)}
      />
    </Form>
  );
}
