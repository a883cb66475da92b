import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import type { User } from '../app/account';

/** Continues as the user who has just signed in and clears the previous user's data. */
export function useGoOn(): (user: User, page?: string) => void {
  const { route } = useLocation();
  const queries = useQueryClient();
  return (user, page = '/console/') => {
    queries.clear();
    queries.setQueryData(['account'], user);
    route(page, true);
  };
}
