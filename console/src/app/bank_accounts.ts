import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, takePage } from '../api/client';

export type BankAccount = Schema<'BankAccount'>;

/** The bank accounts of a Workspace, for screens that name or choose one. */
export const useBankAccounts = (workspace: string) =>
  useQuery({
    queryKey: ['banks', workspace, 'all'],
    queryFn: async () => {
      const call = api.GET('/v1.1/bank-accounts/{workspace_id}', {
        params: { path: { workspace_id: workspace }, query: { limit: 100 } },
      });
      return (await takePage(call)).rows;
    },
    enabled: workspace !== '',
  });

/** In the address of the page that connects an account, instead of a bank's code: in a sandbox all banks are simulated. */
export const anyBank = 'any';

/** `MB 0123456789`. */
export const accountName = ({ bank, account_number }: Pick<BankAccount, 'bank' | 'account_number'>) =>
  `${bank} ${account_number}`;
