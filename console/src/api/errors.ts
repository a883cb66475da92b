/** A fault in one field of a request. */
export interface Fault {
  field: string;
  code: string;
  message: string;
  /** What the call would take, where that can be said. */
  value?: string;
}

/** An error from the API. `code` selects our text; `traceId` is what users quote to the operator. */
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

/** An `ApiError` from a response's envelope. A foreign response, such as a proxy's page, becomes one too. */
export function errorFrom(response: Response, body: unknown): ApiError {
  const said = ((body as { error?: Record<string, unknown> } | undefined)?.error ?? {}) as Record<string, unknown>;
  const code = textOr(said['code'], response.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'UNKNOWN');
  const faults = Array.isArray(said['details']) ? (said['details'] as Fault[]) : [];
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const traceId = textOr(said['traceId'], response.headers.get('X-Request-Id') ?? '');
  const message = textOr(said['message'], response.statusText);
  return new ApiError(response.status, code, message, textOr(said['messageKey'], ''), faults, traceId, retryAfter);
}

/** There was no response. */
export const unreachable = () => new ApiError(0, 'UNREACHABLE', 'The service did not respond.', '', [], '', undefined);
