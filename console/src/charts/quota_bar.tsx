import { useId } from 'preact/hooks';
import { percent } from '../texts/format';

interface QuotaProps {
  title: string;
  /** A summary in a sentence: used, allowed, expected. */
  summary: string;
  used: number;
  quota: number;
  /** The forecast, as a mark. */
  forecast?: number;
}

/** How much of a quota is used; beyond it, the bar changes its colour and the quota becomes a mark. */
export function QuotaBar({ title, summary, used, quota, forecast = used }: QuotaProps) {
  const id = useId();
  const whole = Math.max(quota, used, forecast, 1);
  const share = (value: number) => `${(value / whole) * 100}%`;
  return (
    <figure class="card quota">
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p class="quiet-text">{summary}</p>
      </figcaption>
      <div class="quota-track" role="img" aria-label={`${title}: ${percent(used / Math.max(quota, 1))}`}>
        <span class="quota-forecast" style={{ width: share(forecast) }} />
        <span class={used > quota ? 'quota-used over' : 'quota-used'} style={{ width: share(used) }} />
        {whole > quota && <span class="quota-mark" style={{ left: share(quota) }} />}
      </div>
    </figure>
  );
}
