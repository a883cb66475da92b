import { useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { useTexts } from '../texts/use_texts';

/** What a bank said when it refused a field, for the texts of that field's faults. */
export function useBankRefusals() {
  const t = useTexts().banks;
  const [said, setSaid] = useState<Record<string, string>>({});
  return {
    /** Makes a call; if the bank refuses it, its words are kept. */
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
    /** What was refused as a whole. */
    refusals: said['body'] ? { ...t.refusals, VALIDATION_ERROR: t.bank_said(said['body']) } : t.refusals,
  };
}
