import { useQuery } from '@tanstack/preact-query';
import { api, done, type Schema, take, takePage } from '../api/client';

export type BankAccount = Schema<'BankAccount'>;
export type Bank = Schema<'Bank'>;
export type Health = Schema<'BankAccountHealth'>;
export type VirtualAccount = Schema<'VirtualAccount'>;
export type StatementImport = Schema<'StatementImport'>;
export type StatementColumns = Schema<'StatementColumns'>;

export const listAccounts = (workspace: string, cursor?: string) =>
  takePage(
    api.GET('/v1.1/bank-accounts/{workspace_id}', {
      params: { path: { workspace_id: workspace }, query: cursor ? { cursor } : {} },
    }),
  );

const pathOf = (workspace: string, account: string) => ({
  path: { workspace_id: workspace, bank_account_id: account },
});

/** An account that waits for a transfer is refetched more often. */
export const useAccount = (workspace: string, account: string | undefined) =>
  useQuery({
    queryKey: ['banks', workspace, account],
    queryFn: () =>
      take(
        api.GET('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}', { params: pathOf(workspace, account ?? '') }),
      ),
    enabled: account !== undefined,
    refetchInterval: ({ state }) => (state.data?.connection?.method === 'transfer' ? 3000 : false),
  });

/** The bank connection status; an account that is not verified has none. */
export const useHealth = (workspace: string, account: BankAccount) =>
  useQuery({
    queryKey: ['banks', workspace, account.id, 'health'],
    queryFn: () =>
      take(
        api.GET('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/health', {
          params: pathOf(workspace, account.id),
        }),
      ),
    enabled: account.state !== 'pending',
    refetchInterval: 30_000,
  });

/** All banks: there are some dozens. */
export const useBanks = () =>
  useQuery({
    queryKey: ['all_banks'],
    queryFn: async () => {
      const rows: Bank[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 100, order: 'asc' as const, ...(cursor && { cursor }) };
        const page = await takePage(api.GET('/v1.1/banks', { params: { query } }));
        rows.push(...page.rows);
        cursor = page.next;
      } while (cursor);
      return rows;
    },
  });

export const connectAccount = (workspace: string, body: Schema<'NewBankAccount'>, key: string) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}', {
      params: { path: { workspace_id: workspace }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export const reconnectAccount = (workspace: string, account: string, body: Schema<'BankAccountReconnection'>) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/reconnect', {
      params: pathOf(workspace, account),
      body,
    }),
  );

export const giveCode = (workspace: string, account: string, otp: string) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp', {
      params: pathOf(workspace, account),
      body: { otp },
    }),
  );

export const sendAnotherCode = (workspace: string, account: string) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp/resend', { params: pathOf(workspace, account) }),
  );

export const disconnectAccount = (workspace: string, account: string) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/disconnect', { params: pathOf(workspace, account) }),
  );

export const removeAccount = (workspace: string, account: string) =>
  done(api.DELETE('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}', { params: pathOf(workspace, account) }));

export const listVirtualAccounts = (workspace: string, account: string, cursor?: string) =>
  takePage(
    api.GET('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts', {
      params: { ...pathOf(workspace, account), query: cursor ? { cursor } : {} },
    }),
  );

export const addVirtualAccount = (workspace: string, account: string, body: Schema<'NewVirtualAccount'>, key: string) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts', {
      params: { ...pathOf(workspace, account), header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export const closeVirtualAccount = (workspace: string, account: string, virtual: string) =>
  done(
    api.DELETE('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts/{virtual_account_id}', {
      params: { path: { ...pathOf(workspace, account).path, virtual_account_id: virtual } },
    }),
  );

export const importStatement = (workspace: string, account: string, body: Schema<'NewStatementImport'>) =>
  take(
    api.POST('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/import', {
      params: pathOf(workspace, account),
      body,
    }),
  );
