import { accountName } from '../app/bank_accounts';
import { useConfig } from '../app/config';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Copied } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';
import type { BankAccount } from './calls';
import { GiveUp } from './give_up';

interface StepProps {
  account: BankAccount;
  connection: NonNullable<BankAccount['connection']>;
}

/** For a bank that sends no code: a transfer from the account with a given text proves ownership. */
export function TransferStep({ account, connection }: StepProps) {
  const t = useTexts().banks;
  const bankPage = useConfig()?.bank_simulator;
  return (
    <div class="card proof">
      <p>{t.transfer_advice}</p>
      <Facts>
        <Fact name={t.transfer_from}>
          {account.bank} <Copied value={account.account_number} what={t.account_number} /> {account.holder_name}
        </Fact>
        <Fact name={t.transfer_text}>
          <span class="proof-text">
            <Copied value={connection.verification_text ?? ''} what={t.transfer_text} />
          </span>
        </Fact>
        <Fact name={t.transfer_amount}>{t.transfer_any}</Fact>
        <Fact name={t.transfer_until}>
          <Time at={connection.expires_at} /> · <Time at={connection.expires_at} relative />
        </Fact>
      </Facts>
      <p class="note" role="status">
        <Icon name="clock" />
        {t.transfer_waiting(accountName(account))}
      </p>
      {bankPage && (
        <div class="form-buttons">
          <ButtonLink icon="external-link" href={bankPage} external>
            {t.transfer_in_sandbox}
          </ButtonLink>
        </div>
      )}
      <GiveUp account={account} />
    </div>
  );
}
