import { number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Copied } from '../ui/copy_button';
import { Dialog } from '../ui/dialog';
import { Fact, Facts } from '../ui/facts';
import { Time } from '../ui/time';
import { Actor } from './actor';
import type { AuditRow } from './calls';

interface RowProps {
  row: AuditRow;
  /** The row before it, if it is on the page. */
  before: AuditRow | undefined;
  people: Map<string, string> | undefined;
  /** The address of the log without filters. */
  base: string;
  onClose: () => void;
}

/** All details of one row: actor, action, origin and changes. */
export function RowDialog({ row, before, people, base, onClose }: RowProps) {
  const t = useTexts().audit;
  return (
    <Dialog title={t.actions[row.action] ?? row.action} onClose={onClose} wide>
      <Facts>
        <Fact name={t.when}>
          <Time at={row.created_at} seconds />
        </Fact>
        <Fact name={t.who}>
          <Actor actor={row.actor} people={people} />
          {row.actor.id && (
            <>
              {' '}
              · <a href={`${base}?actor=${encodeURIComponent(row.actor.id)}`}>{t.of_actor}</a>
            </>
          )}
        </Fact>
        <Fact name={t.target}>
          <Copied value={row.target} what={t.target} />
          {' · '}
          <a href={`${base}?target=${encodeURIComponent(row.target)}`}>{t.of_target}</a>
        </Fact>
        <Fact name={t.from_where}>{row.address ?? t.inside}</Fact>
      </Facts>
      <Changes row={row} />
      <details class="more-fields">
        <summary>
          {t.number} {number(row.number)} · {t.hash}
        </summary>
        <Facts>
          <Fact name={t.id}>
            <Copied value={row.id} what={t.id} />
          </Fact>
          <Fact name={t.hash}>
            <Copied value={row.hash} what={t.hash} />
          </Fact>
          {before && (
            <Fact name={t.hash_before}>
              <Copied value={before.hash} what={t.hash_before} />
            </Fact>
          )}
        </Facts>
      </details>
    </Dialog>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Before and after side by side: only the members that either side has. */
function Changes({ row }: { row: AuditRow }) {
  const texts = useTexts();
  const t = texts.audit;
  const was = (row.before ?? {}) as Record<string, unknown>;
  const is = (row.after ?? {}) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return null;
  const cell = (value: unknown) => (value === undefined ? texts.common.nothing : textOf(value));
  return (
    <table class="changes">
      <caption class="unseen">{t.changed}</caption>
      <thead>
        <tr>
          <th scope="col">{t.member}</th>
          {row.before && <th scope="col">{t.before}</th>}
          {row.after && <th scope="col">{t.after}</th>}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} data-same={textOf(was[name]) === textOf(is[name]) || undefined}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {row.before && <td>{cell(was[name])}</td>}
            {row.after && <td>{cell(is[name])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
