import { useQueryClient } from '@tanstack/preact-query';
import { useContext, useState } from 'preact/hooks';
import { useAccount } from '../app/account';
import { SwitchLanguageContext } from '../app/language_switch';
import type { Language } from '../texts/language';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { SelectField, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Panel } from '../ui/panel';
import { PasswordField } from '../ui/password_field';
import { changeAccount, changePassword } from './calls';

export function ProfilePanel() {
  const texts = useTexts();
  const t = texts.account;
  const account = useAccount().data!;
  const queries = useQueryClient();
  const switchLanguage = useContext(SwitchLanguageContext);
  const save = async ({ name = '', locale = '' }: Values) => {
    await changeAccount({ name, locale });
    await queries.invalidateQueries({ queryKey: ['account'] });
    if (locale !== account.locale) switchLanguage(locale as Language);
    announce(t.saved);
  };
  return (
    <Panel title={t.profile} advice={t.profile_advice}>
      <Form submit={texts.common.save} onSubmit={save}>
        <TextField
          name="name"
          label={t.name}
          defaultValue={account.name}
          autocomplete="name"
          maxLength={100}
          faults={texts.entry.name_faults}
        />
        <SelectField
          name="locale"
          label={t.language}
          value={account.locale}
          options={Object.entries(t.languages).map(([value, text]) => ({ value, text }))}
        />
        <div class="field">
          <p class="field-name">{t.email}</p>
          <p>{account.email}</p>
          <p class="hint">{t.email_fixed}</p>
        </div>
      </Form>
    </Panel>
  );
}

export function PasswordPanel() {
  const texts = useTexts();
  const t = texts.account;
  const email = useAccount().data!.email;
  const queries = useQueryClient();
  // Resets the form after success.
  const [round, setRound] = useState(0);
  const save = async ({ current_password = '', password = '' }: Values) => {
    await changePassword({ current_password, password });
    setRound(round + 1);
    announce(t.password_changed);
    void queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
  };
  return (
    <Panel title={t.password} advice={t.password_advice}>
      <Form key={round} submit={t.password_do} onSubmit={save}>
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <PasswordField
          name="current_password"
          label={t.current_password}
          faults={{ required: texts.entry.password_faults['required']!, format: t.current_wrong }}
        />
        <PasswordField label={t.new_password} faults={texts.entry.password_faults} isNew />
      </Form>
    </Panel>
  );
}
