import { QueryClient } from '@tanstack/preact-query';
import { ApiError } from '../api/errors';

/** The cache of this tab's responses. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A rejection stays the same on retry; a restart of the service does not.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});
