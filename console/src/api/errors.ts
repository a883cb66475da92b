/** A fault that the service found in one field of what it was sent. */
export interface Fault {
  field: string;
  code: string;
  message: string;
  /** What the call would take, where that can be said. */
  value?: string;
}

/** A refusal of the service. `code` chooses our text; `traceId` is what a person quotes to the operator. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly id: string,
    readonly faults: Fault[],
    readonly traceId: string,
    readonly retryAfter: number | undefined,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** The code of the fault of one field. */
  faultOf(field: string): string | undefined {
    return this.faults.find((fault) => fault.field === field)?.code;
  }
}

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);

/** An `ApiError` from an answer's envelope; what is not the service's own (a proxy's page) becomes one, too. */
export function errorFrom(response: Response, body: unknown): ApiError {
  const said = ((body as { error?: Record<string, unknown> } | undefined)?.error ?? {}) as Record<string, unknown>;
  const code = textOr(said['code'], response.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'UNKNOWN');
  const faults = Array.isArray(said['details']) ? (said['details'] as Fault[]) : [];
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const traceId = textOr(said['traceId'], response.headers.get('X-Request-Id') ?? '');
  const message = textOr(said['message'], response.statusText);
  return new ApiError(response.status, code, message, textOr(said['messageKey'], ''), faults, traceId, retryAfter);
}

/** No answer came at all. */
export const unreachable = () => new ApiError(0, 'UNREACHABLE', 'The service did not answer.', '', [], '', undefined);
