import { useTexts } from '../texts/use_texts';
import { nearestIn } from './references';

/** The payer's text above the reference, with the differing character marked. */
export function Comparison({ content, reference }: { content: string; reference: string }) {
  const t = useTexts().transactions;
  const found = nearestIn(content, reference);
  if (!found) return null;
  return (
    <dl class="comparison" aria-label={t.compare}>
      <dt>{t.wrote}</dt>
      <dd>
        <Marked text={found} against={reference} />
      </dd>
      <dt>{t.of_link}</dt>
      <dd>
        <Marked text={reference} against={found} />
      </dd>
    </dl>
  );
}

function Marked({ text, against }: { text: string; against: string }) {
  const at = [...text].findIndex((letter, place) => letter !== against[place]);
  if (at < 0) return <code>{text}</code>;
  return (
    <code>
      {text.slice(0, at)}
      <mark>{text[at]}</mark>
      {text.slice(at + 1)}
    </code>
  );
}
