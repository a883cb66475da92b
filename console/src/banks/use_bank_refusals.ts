import { useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { useTexts } from '../texts/use_texts';

/** The bank's message for a rejected field, for that field's error texts. */
export function useBankRefusals() {
  const t = useTexts().banks;
  const [said, setSaid] = useState<Record<string, string>>({});
  return {
    /** Makes a call; if the bank rejects it, keeps its message. */
    ask: async <Answer>(call: Promise<Answer>): Promise<Answer> => {
      try {
        return await call;
      } catch (error) {
        const faults = error instanceof ApiError ? error.faults : [];
        setSaid(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
        throw error;
      }
    },
    of: (field: string) => ({ ...t.faults[field], refused_by_bank: t.bank_said(said[field] ?? '') }),
    /** The error of the call as a whole. */
    refusals: said['body'] ? { ...t.refusals, VALIDATION_ERROR: t.bank_said(said['body']) } : t.refusals,
  };
}
