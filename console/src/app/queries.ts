import { QueryClient } from '@tanstack/preact-query';
import { ApiError } from '../api/errors';

/** What this tab has been told by the service. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal will be the same the next time; a service that restarts will not.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});
