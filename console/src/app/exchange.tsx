import type { Schema } from '../api/client';
import { withoutTurns } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Fact, Facts } from '../ui/facts';

/** The HTTP exchange, for the developer of the receiver: request and response side by side. */
export function Exchange({ attempt, body }: { attempt: Schema<'CallbackAttempt'>; body: string | null }) {
  const t = useTexts().attempts;
  const { url, address, tls, hops, status_code, error, response_headers, response_body } = attempt;
  const headers = response_headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const received = withoutTurns([headers, response_body].filter(Boolean).join('\n\n'));
  return (
    <details class="exchange">
      <summary>{t.exchange}</summary>
      {(address || tls || hops.length > 0) && (
        <Facts>
          {address && <Fact name={t.address}>{address}</Fact>}
          {tls && <Fact name={t.tls}>{tls}</Fact>}
          {hops.length > 0 && <Fact name={t.hops}>{hops.join(' → ')}</Fact>}
        </Facts>
      )}
      <div class="sides">
        <section>
          <h3>{t.sent}</h3>
          {url && <code class="wire-line">POST {url}</code>}
          <pre tabIndex={0}>{body === null ? t.body_gone : withoutTurns(body)}</pre>
        </section>
        <section>
          <h3>{t.received}</h3>
          {status_code !== null && <code class="wire-line">HTTP {status_code}</code>}
          {error && <p>{error}</p>}
          <pre tabIndex={0}>{received || t.nothing_received}</pre>
        </section>
      </div>
    </details>
  );
}
