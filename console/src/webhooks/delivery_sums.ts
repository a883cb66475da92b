import type { ErrorClass } from '../texts/en/failures';
import type { Delivery } from './calls';

export interface DeliverySums {
  deliveries: number;
  taken: number;
  /** Attempts that failed, by their class, the most frequent first. */
  failures: { errorClass: ErrorClass; attempts: number }[];
  attempts: number;
  /** The median response time of the endpoint. */
  medianMs: number | undefined;
}

/** How these deliveries went, attempt by attempt. */
export function sumsOf(deliveries: Delivery[]): DeliverySums {
  const attempts = deliveries.flatMap((one) => one.attempts);
  const counts = new Map<ErrorClass, number>();
  for (const { error_class } of attempts) if (error_class) counts.set(error_class, (counts.get(error_class) ?? 0) + 1);
  const answers = attempts
    .filter(({ status_code }) => status_code !== null)
    .map(({ duration_ms }) => duration_ms)
    .sort((a, b) => a - b);
  return {
    deliveries: deliveries.length,
    taken: deliveries.filter(({ status }) => status === 'delivered').length,
    failures: [...counts]
      .map(([errorClass, attempts]) => ({ errorClass, attempts }))
      .sort((a, b) => b.attempts - a.attempts),
    attempts: attempts.length,
    medianMs: answers[Math.floor(answers.length / 2)],
  };
}
