import { useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import type { ErrorClass } from '../texts/en/failures';
import { failureText } from '../texts/failure_texts';
import { duration } from '../texts/format';
import { type Texts, useTexts } from '../texts/use_texts';
import type { Webhook } from './calls';
import { faultOfCheck } from './webhook_body';

/** The endpoint's response to its test event. A 401 is not a fault while the endpoint cannot know the keys. */
export function checkedText(
  { webhooks: t }: Texts,
  { status_code, duration_ms }: NonNullable<Webhook['check']>,
): string {
  return status_code === 401 ? t.checked_without_keys : t.checked(status_code, duration(duration_ms));
}

/** Why an endpoint failed its check, in the words of failed deliveries. */
export function useCheckFault() {
  const texts = useTexts();
  const [message, setMessage] = useState('');
  const fault = faultOfCheck(message);
  const known = fault && fault.errorClass in texts.failures;
  const said = known ? failureText(texts, fault.errorClass as ErrorClass, fault.status) : undefined;
  const status = fault?.status ? ` (${fault.status})` : '';
  return {
    text: said ? `${texts.webhooks.not_saved} ${said.what}${status}. ${said.mend}` : texts.webhooks.not_saved,
    /** Makes a call; if the endpoint fails its check, the reason is kept. */
    ask: async <Answer>(call: Promise<Answer>): Promise<Answer> => {
      try {
        return await call;
      } catch (error) {
        const faults = error instanceof ApiError ? error.faults : [];
        setMessage(faults.find(({ code }) => code === 'check_failed')?.message ?? '');
        throw error;
      }
    },
  };
}
