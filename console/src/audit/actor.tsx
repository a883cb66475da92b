import { isolated } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import type { AuditRow } from './calls';

/** Who did it: a person by name, while they belong to the Workspace. */
export function Actor({ actor, people }: { actor: AuditRow['actor']; people: Map<string, string> | undefined }) {
  const t = useTexts().audit.actors;
  const id = actor.id ?? '';
  if (actor.type === 'service') return <>{t.service}</>;
  if (actor.type === 'operator') return <>{t.operator(id)}</>;
  if (actor.type === 'api_token') return <>{t.api_token(id.slice(-6))}</>;
  return <>{people ? isolated(people.get(id) ?? t.former) : '…'}</>;
}
