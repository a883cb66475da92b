import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import type { BankAccount } from './calls';

const tones = { pending: 'wait', connected: 'good', disconnected: 'bad' } as const;

export const AccountBadge = ({ state }: Pick<BankAccount, 'state'>) => (
  <Badge tone={tones[state]}>{useTexts().banks.states[state]}</Badge>
);
