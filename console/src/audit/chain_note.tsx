import { useEffect, useState } from 'preact/hooks';
import { number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Icon } from '../ui/icon';
import type { AuditRow } from './calls';
import { type ChainCheck, canCheck, checkChain } from './chain';

/** Whether the shown rows are unchanged. */
export function ChainNote({ rows, isFiltered }: { rows: AuditRow[]; isFiltered: boolean }) {
  const t = useTexts().audit.chain;
  const [check, setCheck] = useState<ChainCheck>();
  const ends = `${rows[0]?.hash} ${rows.at(-1)?.hash} ${rows.length}`;
  useEffect(() => {
    let isOver = false;
    if (!isFiltered && canCheck()) void checkChain(rows).then((result) => isOver || setCheck(result));
    return () => {
      isOver = true;
    };
  }, [ends, isFiltered]);
  if (!canCheck() || rows.length === 0) return null;
  if (isFiltered) return <p class="quiet-text chain">{t.filtered}</p>;
  if (!check) return <p class="quiet-text chain">{t.checking}</p>;
  if (check.broken !== undefined)
    return (
      <p class="note warm chain" role="alert">
        <Icon name="triangle-alert" />
        {t.broken(number(check.broken))}
      </p>
    );
  return (
    <p class="chain">
      <Icon name="circle-check" />
      <span>{t.whole(number(check.first), number(check.last))}</span>
    </p>
  );
}
