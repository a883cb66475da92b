import { openBankingBanks } from '../../api/facts';
import { counted, isolated, joined, number } from '../format';

export const home = {
  workspaces_title: 'Your Workspaces',
  no_workspace: 'Create your first Workspace',
  no_workspace_advice: 'A Workspace holds the bank accounts, payment links and members of one shop or company.',
  create: 'Create Workspace',
  all_transactions: 'All transactions',
  create_do: 'Create Workspace',
  name: 'Name',
  name_hint: 'The name your team uses. You can change it later.',
  entity_type: 'Recipient of the money',
  entity_types: { individual: 'Individual', household_business: 'Household business', enterprise: 'Company' },
  banking_mode: 'Banking mode',
  banking_modes: { open_banking: 'Open banking', national_switch: 'National switch' },
  banking_mode_advice: {
    open_banking: `Your own account at ${joined(openBankingBanks, ' or ')}. The payer can choose the amount.`,
    national_switch: 'An account at any bank on the switch. Every link has a fixed amount.',
  },
  fixed_for_ever: 'The recipient and the banking mode can’t be changed later.',
  limit: 'Your plan does not include another Workspace. Change the plan first.',
  suspended: 'Suspended',
  made: (name: string) => `${isolated(name)} is ready`,
  title: 'Home',
  needs: {
    transfers: (n: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(n, 'transfer needs', 'transfers need')} review`,
    untold: (n: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(n, 'paid link has', 'paid links have')} a failed callback`,
    unsent: (n: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(n, 'webhook or chat delivery', 'webhook or chat deliveries')} failed in the last 7 days`,
    none: 'All caught up',
    banks: (n: number) => `${counted(n, 'bank account', 'bank accounts')} connected`,
    no_bank: 'No bank account connected',
    heard: (n: number, when: string) => `${counted(n, 'bank account', 'bank accounts')} connected, last update ${when}`,
    silent: (n: number) => `No data from ${counted(n, 'bank account', 'bank accounts')} for a day`,
  },
  statistics: {
    title: 'Statistics',
    span: 'Period',
    days: (n: number) => `Last ${n} days`,
    day: 'Day',
    payments: 'Payments per day',
    completed: 'Completed',
    open: 'Needs review',
    payments_sum: (n: number, amount: string, best: string) =>
      `${counted(n, 'payment', 'payments')}, ${amount}; most on ${best}`,
    no_payments: 'No payments in this period',
    told: 'Delivered to your system',
    told_share: 'Delivered',
    told_sum: (told: number, of: number, share: string) =>
      `${number(told)} of ${counted(of, 'paid link', 'paid links')} (${share})`,
    no_links_paid: 'No paid links in this period',
    speed: 'Time to notify',
    p50: 'Median',
    p95: '95th percentile',
  },
  latest: 'Latest payments',
  latest_none: 'No payments yet',
  first_run: 'Get started',
  steps: {
    workspace: 'Create a Workspace',
    bank: 'Connect a bank account',
    link: 'Create a payment link',
    paid: 'Receive the first payment',
    told: 'Receive the callback',
  },
  step_advice: {
    bank: 'The account that your customers pay into.',
    link: 'A page with a QR code that your customer pays by bank transfer.',
    paid: 'Open the link and pay it. In a sandbox, the bank is simulated.',
    told: 'Your callback URL answers a signed request with 200.',
  },
  step_do: { bank: 'Connect', link: 'Create link', paid: 'Open link', told: 'View activity' },
  step_done: 'Done',
  progress: (done: number, of: number) => `${done} of ${of} done`,
};
