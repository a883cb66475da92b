import createClient from 'openapi-fetch';
import { errorFrom, unreachable } from './errors';
import type { components, paths } from './schema';
import { currentToken, remedyFor } from './session';

type Schemas = components['schemas'];
/** A record of the API by its name in the OpenAPI document. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

// A 401 from these means wrong credentials, or answers whether there is a session.
const judgesItself = ({ method, url }: Request) => {
  const path = new URL(url).pathname;
  return (
    /^\/v1\.1\/(sessions|sessions\/current\/confirm|account\/password|accounts\/confirm)$/.test(path) ||
    (method === 'GET' && path === '/v1.1/account')
  );
};

/** Sends a request. If it lacks a session, a recent password or a token, it is retried once after the user provides it. */
async function send(request: Request): Promise<Response> {
  const attempt = async () => {
    const copy = request.clone();
    if (copy.method !== 'GET' && currentToken()) copy.headers.set('X-CSRF-Token', currentToken());
    try {
      return await fetch(copy);
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw unreachable();
    }
  };
  const response = await attempt();
  if ((response.status !== 401 && response.status !== 403) || judgesItself(request)) return response;
  const { code } = errorFrom(
    response,
    await response
      .clone()
      .json()
      .catch(() => undefined),
  );
  const remedy = remedyFor(response.status, code);
  return remedy && (await remedy()) ? attempt() : response;
}

/** Every call of the console: path, query and body are typed from the service's OpenAPI document. */
export const api = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin', fetch: send });

interface Answer<Body> {
  data?: Body | undefined;
  error?: unknown;
  response: Response;
}

async function bodyOf<Body>(call: Promise<Answer<Body>>): Promise<Body | undefined> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorFrom(response, error);
  return data;
}

/** The `data` of a response; an error is thrown as an `ApiError`. */
export async function take<Data>(call: Promise<Answer<{ data: Data }>>): Promise<Data> {
  const body = await bodyOf(call);
  if (!body) throw unreachable();
  return body.data;
}

/** A call whose response has no body. */
export const done = async (call: Promise<Answer<unknown>>): Promise<void> => {
  await bodyOf(call);
};

/** One page of a list. */
export interface Page<Row> {
  rows: Row[];
  next: string | undefined;
}

export async function takePage<Row>(
  call: Promise<Answer<{ data: Row[]; meta: { next_cursor: string | null } }>>,
): Promise<Page<Row>> {
  const body = await bodyOf(call);
  if (!body) throw unreachable();
  return { rows: body.data, next: body.meta.next_cursor ?? undefined };
}

/** Leaves empty members out of a request, as the API requires. */
export function withoutEmpty<Body extends object>(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== undefined)) as Body;
}
