import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take, takePage } from '../api/client';
import { language } from '../texts/language';

export type Plan = Schema<'Plan'>;
export type AccountPlan = Schema<'AccountPlan'>;
export type Usage = Schema<'Usage'>;
export type Statement = Schema<'Statement'>;

/** The plans, the current one and its usage: they are shown together. */
export const usePlan = () =>
  useQuery({
    queryKey: ['plan', 'now'],
    queryFn: async () => {
      const [plans, held, usage] = await Promise.all([
        takePage(api.GET('/v1.1/plans', { params: { query: { limit: 100 } } })),
        take(api.GET('/v1.1/account/plan')),
        take(api.GET('/v1.1/account/usage')),
      ]);
      return { plans: plans.rows, held, usage };
    },
  });

export const changePlan = (plan: string) => take(api.PUT('/v1.1/account/plan', { body: { plan } }));

export const listStatements = (cursor?: string) =>
  takePage(api.GET('/v1.1/account/statements', { params: { query: cursor ? { cursor } : {} } }));

/** A page to print. */
export const addressOfStatement = ({ month }: Statement) =>
  `/v1.1/account/statements/${month}?format=html&lang=${language()}`;
