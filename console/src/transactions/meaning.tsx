import { LinkBadge } from '../app/link_badges';
import { pageOf } from '../app/workspace';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Icon } from '../ui/icon';
import { Placeholder, Section } from '../ui/page';
import { type Transaction, useTransaction } from './calls';
import { Comparison } from './comparison';
import { explain } from './explanation';
import { MatchConfirmation } from './match_confirmation';
import { referencesIn } from './references';
import { type Subject, useSubject } from './subject';

/** The result of a transaction in words, and its link or order. */
export function Meaning({ transaction }: { transaction: Transaction }) {
  const texts = useTexts();
  const t = texts.transactions;
  const { workspace_id: ws, attention, settled } = transaction;
  const content = transaction.content_full ?? transaction.content;
  const found = useSubject(ws, transaction);
  const sentence = explain(texts, transaction, found);
  if (!sentence) return <Placeholder lines={3} />;
  const { subject } = found;
  const isDuplicate = attention === 'duplicate' && subject?.paidBy && subject.paidBy !== transaction.id;
  return (
    <Section title={t.meaning}>
      <div class={`card meaning${attention && !settled ? ' open' : ''}`}>
        <p class="meaning-text">
          <Icon name={attention ? (settled ? 'check' : 'triangle-alert') : 'info'} />
          <span>{sentence}</span>
        </p>
        {attention === 'near_miss' && subject && <Comparison content={content} reference={subject.reference} />}
        {attention && !settled && <p class="quiet-text">{t.next[attention]}</p>}
        {attention === 'statement_match' && !settled && <MatchConfirmation transaction={transaction} />}
        {subject && <SubjectLink subject={subject} isLikely={attention === 'near_miss'} />}
        {isDuplicate && <FirstPayment ws={ws} id={subject.paidBy!} />}
        {attention === 'ambiguous' && <NamedLinks ws={ws} references={referencesIn(content)} />}
        <Note transaction={transaction} />
      </div>
    </Section>
  );
}

function SubjectLink({ subject, isLikely }: { subject: Subject; isLikely: boolean }) {
  const { payment_links, transactions: t } = useTexts();
  const { reference, amount, end, href } = subject;
  const name = isLikely ? t.likely_link : reference.startsWith('PFOD') ? t.order : t.link;
  return (
    <div class="related">
      <span class="quiet-text">{name}</span>
      <a href={href}>
        <code>{reference}</code>
      </a>
      <span>{amount === null ? payment_links.free_amount : money(amount)}</span>
      <LinkBadge status={end === 'open' ? 'pending' : end === 'paid' ? 'succeeded' : end} />
    </div>
  );
}

function FirstPayment({ ws, id }: { ws: string; id: string }) {
  const t = useTexts().transactions;
  const first = useTransaction(ws, id).data;
  return (
    <div class="related">
      <span class="quiet-text">{t.the_first}</span>
      <a href={pageOf(ws, 'transactions', id)}>{first ? money(first.amount) : id}</a>
      <span class="cut">{first?.content}</span>
    </div>
  );
}

/** Each leads to the list that finds it, since only its reference is known. */
function NamedLinks({ ws, references }: { ws: string; references: string[] }) {
  const t = useTexts().transactions;
  if (references.length === 0) return null;
  return (
    <div class="related">
      <span class="quiet-text">{t.named_links}</span>
      {references.map((reference) => (
        <a
          key={reference}
          href={`${pageOf(ws, reference.startsWith('PFOD') ? 'orders' : 'links')}?reference=${reference}`}
        >
          <code>{reference}</code>
        </a>
      ))}
    </div>
  );
}

const Note = ({ transaction: { note } }: { transaction: Transaction }) => note && <p class="note-text">{note}</p>;
