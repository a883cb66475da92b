import { useQuery } from '@tanstack/preact-query';
import { api, done, type Schema, take, takePage } from '../api/client';

export type ApiToken = Schema<'ApiToken'>;
export type Grant = Schema<'NewTokenGrant'>;

export const listTokens = (cursor?: string) =>
  takePage(api.GET('/v1.1/api-tokens', { params: { query: cursor ? { cursor } : {} } }));

/** One token: the service has only the list. */
export const useToken = (id: string) =>
  useQuery({
    queryKey: ['api_tokens', 'one', id],
    queryFn: async () => {
      let cursor: string | undefined;
      do {
        const page = await takePage(
          api.GET('/v1.1/api-tokens', { params: { query: { limit: 100, ...(cursor && { cursor }) } } }),
        );
        const found = page.rows.find((token) => token.id === id);
        if (found) return found;
        cursor = page.next;
      } while (cursor);
      return null;
    },
  });

export const createToken = (body: Schema<'NewApiToken'>, key: string) =>
  take(api.POST('/v1.1/api-tokens', { params: { header: { 'Idempotency-Key': key } }, body }));

const pathOf = (token: string) => ({ path: { token_id: token } });

export const changeToken = (token: string, body: Schema<'ApiTokenChange'>) =>
  take(api.PATCH('/v1.1/api-tokens/{token_id}', { params: pathOf(token), body }));

export const rotateToken = (token: string) =>
  take(api.POST('/v1.1/api-tokens/{token_id}/rotate', { params: pathOf(token) }));

export const revokeToken = (token: string) =>
  done(api.DELETE('/v1.1/api-tokens/{token_id}', { params: pathOf(token) }));
