import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { accountName } from '../app/bank_accounts';
import { useConfig } from '../app/config';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button, ButtonLink } from '../ui/button';
import { TextField } from '../ui/field';
import { Form, refusalText, type Values } from '../ui/form';
import { useSecondsTo } from '../ui/use_seconds_to';
import { type BankAccount, giveCode, sendAnotherCode } from './calls';
import { GiveUp } from './give_up';

const triesOfCode = 5;

/** The attempts left after a wrong code, from the API's message; 0 if the code has expired. */
const triesIn = (error: unknown) =>
  error instanceof ApiError ? Number(/attempts left: (\d+)/.exec(error.faults[0]?.message ?? '')?.[1] ?? 0) : 0;

interface StepProps {
  account: BankAccount;
  connection: NonNullable<BankAccount['connection']>;
}

/** The code that the bank has sent to the holder's phone. */
export function CodeStep({ account, connection }: StepProps) {
  const texts = useTexts();
  const t = texts.banks;
  const { id: ws, denied } = useWorkspace();
  const bankPage = useConfig()?.bank_simulator;
  const queries = useQueryClient();
  const seconds = useSecondsTo(connection.otp_expires_at);
  const [tries, setTries] = useState<number>();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isOver = seconds === 0 || tries === 0;

  const give = async ({ otp = '' }: Values) => {
    setRefusal('');
    try {
      const connected = await giveCode(ws, account.id, otp.replace(/\s/g, ''));
      queries.setQueryData(['banks', ws, account.id], connected);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'OTP_INVALID') setTries(triesIn(error));
      throw error;
    }
  };
  const sendAgain = async () => {
    setSending(true);
    setRefusal('');
    try {
      queries.setQueryData(['banks', ws, account.id], await sendAnotherCode(ws, account.id));
      setTries(triesOfCode);
      announce(t.code_sent_again);
    } catch (error) {
      setRefusal(refusalText(texts, error, { ...t.code_refusals, RATE_LIMITED: t.no_more_codes }));
    } finally {
      setSending(false);
    }
  };

  return (
    <div class="card">
      <p class="form-of">
        <strong>{t.code_sent(account.bank)}</strong> {accountName(account)}
      </p>
      <Form
        submit={t.give_code}
        onSubmit={give}
        refusals={t.code_refusals}
        denied={denied('bank_accounts:write')}
        others={
          <>
            <Button
              icon="rotate-cw"
              busy={isSending}
              denied={denied('bank_accounts:write')}
              onClick={() => void sendAgain()}
            >
              {t.send_again}
            </Button>
            {bankPage && (
              <ButtonLink
                kind="quiet"
                icon="external-link"
                href={bankPage}
                external
                onClick={() => field.current?.focus()}
              >
                {t.see_code}
              </ButtonLink>
            )}
          </>
        }
      >
        <div class="code-field">
          <TextField
            name="otp"
            label={t.code}
            inputMode="numeric"
            autocomplete="one-time-code"
            spellcheck={false}
            maxLength={12}
            inputRef={field}
            autofocus
            faults={{ format: tries ? t.code_wrong(tries) : t.code_over }}
          />
          <p class={isOver ? 'code-left over' : 'code-left'}>
            {isOver ? t.code_over : t.code_left(clockOf(seconds), tries)}
          </p>
        </div>
      </Form>
      <p class="bad-text" role="alert">
        {refusal}
      </p>
      <GiveUp account={account} />
    </div>
  );
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
