import { useConfig } from '../app/config';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';

/** A sandbox sends no emails: the bank's pages show them. */
export function SandboxMailbox() {
  const { entry } = useTexts();
  const config = useConfig();
  if (!config?.sandbox || !config.bank_simulator) return null;
  return (
    <ButtonLink href={`${config.bank_simulator}/mailbox`} kind="main" icon="mail" external>
      {entry.sandbox_mailbox}
    </ButtonLink>
  );
}
