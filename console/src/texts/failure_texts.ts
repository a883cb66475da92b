import { retriedRefusals } from '../api/facts';
import type { ErrorClass, FailureText } from './en/failures';
import type { Texts } from './use_texts';

/** What an attempt's failure means. Some answers say more than their class. */
export function failureText(texts: Texts, errorClass: ErrorClass, status: number | null): FailureText {
  if (errorClass !== 'http_4xx' || !status) return texts.failures[errorClass];
  if (retriedRefusals.includes(status)) return texts.failures.http_429;
  if (status === 404 || status === 410) return texts.failures.http_404;
  if (status === 401 || status === 403) return texts.failures.http_401;
  return texts.failures.http_4xx;
}
