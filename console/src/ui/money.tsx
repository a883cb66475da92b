import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';

/** An amount; `sign` for what came in or went out. `null`: none is fixed. */
export function Money({
  amount,
  sign = '',
  otherwise,
}: {
  amount: string | null;
  sign?: '+' | '−' | '';
  otherwise?: string;
}) {
  const texts = useTexts();
  if (amount === null) return <span class="quiet-text">{otherwise ?? texts.common.nothing}</span>;
  return (
    <span class="money">
      {sign}
      {money(amount)}
    </span>
  );
}
