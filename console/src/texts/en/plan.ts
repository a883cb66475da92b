import { counted, number } from '../format';

export const plan = {
  title: 'Plan and usage',
  used: (month: string) => `Transactions in ${month}`,
  used_summary: (used: number, quota: number, forecast: number) =>
    `${number(used)} of ${number(quota)} used; about ${number(forecast)} by the end of the month at this pace.`,
  over: (transactions: number, amount: string) =>
    `${counted(transactions, 'transaction is', 'transactions are')} above the quota, for ${amount} so far. Nothing is locked.`,
  costs: (total: string) => `At this pace, the month will cost ${total}.`,
  plans: 'Plans',
  plans_advice:
    'No plan locks a feature, and no quota locks a Workspace: what is above the quota is billed one by one.',
  month: 'a month',
  quota: (n: number) => `${counted(n, 'transaction', 'transactions')} included`,
  workspaces: (n: number) => counted(n, 'Workspace', 'Workspaces'),
  overage: (amount: string) => `${amount} for each further transaction`,
  held: 'Your plan',
  waits: (day: string) => `From ${day}`,
  upgrade: 'Upgrade',
  downgrade: 'Downgrade',
  keep: 'Keep your plan',
  upgrade_title: (name: string) => `Upgrade to ${name}?`,
  upgrade_effects: {
    at_once: (quota: string, workspaces: string) => `It holds at once: ${quota}, ${workspaces}.`,
    prices: (name: string, price: string, old: string) =>
      `${name} prices the whole of this month, also what is left of it: ${price} instead of ${old}.`,
    forecast: (total: string, old: string) =>
      `With the transactions expected, this month will cost ${total}; without the change ${old}.`,
  },
  downgrade_title: (name: string) => `Downgrade to ${name}?`,
  downgrade_effects: {
    later: (day: string) =>
      `It holds from ${day} on. Until then everything stays as it is, and you can change your mind.`,
    prices: (price: string, quota: string) => `From then on a month costs ${price} with ${quota}.`,
    forecast: (total: string, old: string) =>
      `A month with as many transactions as this one would cost ${total}; now it costs ${old}.`,
    workspaces: (n: string) => `It has room for ${n}: more cannot be made from now on.`,
  },
  keep_title: (name: string) => `Keep ${name}?`,
  keep_advice: (name: string) => `The change to ${name} is called off.`,
  limit: 'You own more Workspaces than this plan has room for. Delete some of them first.',
  changed: (name: string) => `You are on ${name}`,
  will_change: (name: string, day: string) => `${name} holds from ${day} on`,
  statements: 'Statements',
  statements_advice: 'One for each month. That of this month is closed some minutes after its end.',
  of_month: 'Month',
  of_plan: 'Plan',
  transactions: 'Transactions',
  overage_amount: 'Above the quota',
  total: 'Total',
  status: 'Status',
  statuses: { open: 'Open', closed: 'Closed' },
  print: 'Print',
  print_of: (month: string) => `Print the statement of ${month}`,
};
