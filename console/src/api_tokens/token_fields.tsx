import { useTexts } from '../texts/use_texts';
import { TextArea, TextField } from '../ui/field';
import type { ApiToken } from './calls';
import { PermissionGrids } from './permission_grid';

export const TokenName = ({ value = '' }: { value?: string }) => {
  const t = useTexts().api_tokens;
  return (
    <TextField
      name="name"
      label={t.name}
      hint={t.name_hint}
      defaultValue={value}
      maxLength={100}
      autocomplete="off"
      faults={t.name_faults}
    />
  );
};

/** What can be changed later, too. */
export function TokenReach({ token }: { token?: ApiToken }) {
  const t = useTexts().api_tokens;
  return (
    <>
      <PermissionGrids granted={token?.workspaces ?? []} />
      <TextArea
        name="networks"
        label={t.networks}
        hint={t.networks_hint}
        value={token?.networks.join('\n') ?? ''}
        rows={2}
        optional
        faults={{ format: t.networks_fault, too_large: t.networks_many }}
      />
    </>
  );
}
