import { useTexts } from '../texts/use_texts';
import { TextField } from '../ui/field';
import type { FaultTexts } from '../ui/form_state';

/** What a bank can ask of the account holder. Only the service knows which bank asks. */
export function HolderFields({ isSandbox, faultsOf }: { isSandbox: boolean; faultsOf: (field: string) => FaultTexts }) {
  const t = useTexts().banks;
  return (
    <>
      <TextField
        name="phone"
        label={t.phone}
        hint={t.phone_hint}
        type="tel"
        inputMode="tel"
        autocomplete="tel"
        optional
        defaultValue={isSandbox ? '0912345678' : ''}
        faults={faultsOf('phone')}
      />
      <TextField
        name="identity_number"
        label={t.identity_number}
        hint={t.identity_number_hint}
        autocomplete="off"
        spellcheck={false}
        optional
        faults={faultsOf('identity_number')}
      />
    </>
  );
}
