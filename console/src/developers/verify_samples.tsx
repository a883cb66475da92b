import { useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import { loadPart } from '../app/new_version';
import { useTexts } from '../texts/use_texts';
import { CopyButton } from '../ui/copy_button';
import { Failure } from '../ui/failure';
import { Placeholder, Section } from '../ui/page';
import { Tab, Tabs } from '../ui/tabs';
import { samples } from './samples';

/** A receiver in the language that the address names. */
export function VerifySamples() {
  const t = useTexts().developers;
  const { path, query } = useLocation();
  const sample = samples.find(({ id }) => id === query['language']) ?? samples[0]!;
  const text = useQuery({
    queryKey: ['samples', sample.id],
    queryFn: async () => (await loadPart(sample.load)).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title={t.verify}>
      <p class="quiet-text section-advice">{t.verify_advice}</p>
      <Tabs label={t.languages}>
        {samples.map(({ id, name }) => (
          <Tab key={id} href={`${path}?language=${id}`} current={id === sample.id}>
            {name}
          </Tab>
        ))}
      </Tabs>
      {text.isError && <Failure error={text.error} onRetry={() => void text.refetch()} />}
      {text.isPending && <Placeholder lines={12} />}
      {text.data && (
        <figure class="card flush code">
          <figcaption>
            <code>{sample.file}</code>
            <CopyButton value={text.data} what={t.code_name} text={t.copy_code} />
          </figcaption>
          <pre role="region" tabIndex={0} aria-label={t.code(sample.name)}>
            {text.data}
          </pre>
        </figure>
      )}
    </Section>
  );
}
