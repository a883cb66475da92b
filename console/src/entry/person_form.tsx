import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Icon } from '../ui/icon';
import { PasswordField } from '../ui/password_field';

interface PersonFormProps {
  submit: string;
  /** The address that is known already. */
  email?: string;
  onSubmit: (person: { email: string; name: string; password: string }) => Promise<unknown>;
  refusals?: Record<string, string>;
}

const isGuessable = ({ email = '', password = '' }: Values) => {
  const name = email.split('@')[0]!.toLowerCase();
  return name.length >= 4 && password.toLowerCase().includes(name);
};

/** Email address, name and a new password. A password that contains the address gets a warning, not an error. */
export function PersonForm({ submit, email = '', onSubmit, refusals }: PersonFormProps) {
  const { entry } = useTexts();
  const [isWeak, setWeak] = useState(false);
  return (
    <Form
      submit={submit}
      onInput={(values) => setWeak(isGuessable(values))}
      onSubmit={({ email = '', name = '', password = '' }) => onSubmit({ email, name, password })}
      refusals={{ CONFLICT: entry.taken, ...refusals }}
    >
      <TextField
        name="email"
        label={entry.email}
        type="email"
        autocomplete="username"
        faults={entry.email_faults}
        defaultValue={email}
        autofocus
      />
      <TextField name="name" label={entry.name} autocomplete="name" faults={entry.name_faults} />
      <PasswordField label={entry.new_password} faults={entry.password_faults} isNew />
      <div role="status">
        {isWeak && (
          <p class="note warm">
            <Icon name="triangle-alert" />
            {entry.guessable}
          </p>
        )}
      </div>
    </Form>
  );
}
