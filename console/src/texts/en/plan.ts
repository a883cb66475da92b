import { counted, number } from '../format';

export const plan = {
  title: 'Plan and usage',
  used: (month: string) => `Transactions in ${month}`,
  used_summary: (used: number, quota: number, forecast: number) =>
    `${number(used)} of ${number(quota)} used. Forecast for the end of the month: ${number(forecast)}.`,
  over: (transactions: number, amount: string) =>
    `${counted(transactions, 'transaction', 'transactions')} above the quota, ${amount} so far. Nothing is blocked.`,
  costs: (total: string) => `Forecast for this month: ${total}.`,
  plans: 'Plans',
  plans_advice: 'Every plan has all features. Above the quota nothing is blocked: you pay per transaction.',
  month: 'per month',
  quota: (n: number) => `${counted(n, 'transaction', 'transactions')} included`,
  workspaces: (n: number) => counted(n, 'Workspace', 'Workspaces'),
  overage: (amount: string) => `${amount} per extra transaction`,
  held: 'Your plan',
  waits: (day: string) => `From ${day}`,
  upgrade: 'Upgrade',
  downgrade: 'Downgrade',
  keep: 'Keep plan',
  upgrade_title: (name: string) => `Upgrade to ${name}?`,
  upgrade_effects: {
    at_once: (quota: string, workspaces: string) => `Takes effect at once: ${quota}, ${workspaces}.`,
    prices: (name: string, price: string, old: string) =>
      `${name} applies to the whole month, including the days before today: ${price} instead of ${old}.`,
    forecast: (total: string, old: string) => `Forecast for this month: ${total}, or ${old} without the change.`,
  },
  downgrade_title: (name: string) => `Downgrade to ${name}?`,
  downgrade_effects: {
    later: (day: string) => `Takes effect on ${day}. Until then nothing changes, and you can undo it.`,
    prices: (price: string, quota: string) => `From then on, a month costs ${price} with ${quota}.`,
    forecast: (total: string, old: string) =>
      `A month with as many transactions as this one would cost ${total} instead of ${old}.`,
    workspaces: (n: string) => `It includes ${n}: you cannot create more from now on.`,
  },
  keep_title: (name: string) => `Keep ${name}?`,
  keep_advice: (name: string) => `Cancels the change to ${name}.`,
  limit: 'You own more Workspaces than this plan includes. Delete some of them first.',
  changed: (name: string) => `Your plan is now ${name}`,
  will_change: (name: string, day: string) => `Your plan changes to ${name} on ${day}`,
  statements: 'Statements',
  statements_advice: 'One per month. The current one closes a few minutes after the month ends.',
  of_month: 'Month',
  of_plan: 'Plan',
  transactions: 'Transactions',
  overage_amount: 'Above quota',
  total: 'Total',
  status: 'Status',
  statuses: { open: 'Open', closed: 'Closed' },
  print: 'Print',
  print_of: (month: string) => `Print the statement for ${month}`,
};
