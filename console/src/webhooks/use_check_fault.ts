import { useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import type { ErrorClass } from '../texts/en/failures';
import { failureText } from '../texts/failure_texts';
import { useTexts } from '../texts/use_texts';
import { faultOfCheck } from './webhook_body';

/** Why an endpoint did not pass its check, in the words that failed deliveries have. */
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
