import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import type { ApiToken } from './calls';

const tones = { active: 'good', expired: 'wait', revoked: 'off' } as const;

export const TokenBadge = ({ status }: Pick<ApiToken, 'status'>) => (
  <Badge tone={tones[status]}>{useTexts().api_tokens.statuses[status]}</Badge>
);
