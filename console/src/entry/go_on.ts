import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import type { User } from '../app/account';

/** Goes on as the person who has just signed in. Nothing of what another one was shown stays. */
export function useGoOn(): (user: User, page?: string) => void {
  const { route } = useLocation();
  const queries = useQueryClient();
  return (user, page = '/console/') => {
    queries.clear();
    queries.setQueryData(['account'], user);
    route(page, true);
  };
}
