import { useQuery } from '@tanstack/preact-query';

/** This installation: its name and features. */
export interface Config {
  brand: string;
  sandbox: boolean;
  sign_up: boolean;
  mail: boolean;
  bank_simulator: string | null;
  version: string;
}

async function loadConfig(): Promise<Config> {
  const answer = await fetch('/console/config.json');
  if (!answer.ok) throw new Error(`config.json: ${answer.status}`);
  return answer.json();
}

export const useConfig = (): Config | undefined =>
  useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY }).data;
