import { useQuery } from '@tanstack/preact-query';
import { useConfig } from './config';

/** The URLs where the sandbox bank receives callbacks and webhooks, and the page that shows them. */
export interface SandboxReceiver {
  callback_url: string;
  webhook_url: string;
  page: string;
}

async function loadReceiver(bank: string): Promise<SandboxReceiver | null> {
  const answer = await fetch(`${bank}/receiver/address`);
  return answer.ok ? { ...(await answer.json()).data, page: `${bank}/receiver` } : null;
}

/** Undefined outside a sandbox, and while its bank does not run or has no receiver. */
export function useSandboxReceiver(): SandboxReceiver | undefined {
  const bank = useConfig()?.bank_simulator?.replace(/\/+$/, '');
  const receiver = useQuery({
    queryKey: ['sandbox_receiver', bank],
    queryFn: () => loadReceiver(bank!),
    enabled: Boolean(bank),
    retry: false,
    staleTime: 60_000,
  });
  return receiver.data ?? undefined;
}
