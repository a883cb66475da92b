import { counted } from '../format';

export const home = {
  workspaces_title: 'Your Workspaces',
  no_workspace: 'Make your first Workspace',
  no_workspace_advice: 'A Workspace holds the bank accounts, payment links and people of one shop or company.',
  create: 'New Workspace',
  create_do: 'Create the Workspace',
  name: 'Name',
  name_hint: 'What you and your team call it. It can be changed later.',
  entity_type: 'Who receives the money',
  entity_types: { individual: 'A person', household_business: 'A household business', enterprise: 'A company' },
  banking_mode: 'How payments are seen',
  banking_modes: { open_banking: 'Open banking', national_switch: 'National switch' },
  banking_mode_advice: {
    open_banking: 'Your own account at MB, ACB or OCB. The payer may decide the amount.',
    national_switch: 'An account at any bank of the switch. Every link has a fixed amount.',
  },
  fixed_for_ever: 'This choice and the banking mode cannot be changed later.',
  limit: 'Your plan allows no further Workspace. Change the plan first.',
  suspended: 'Suspended',
  made: (name: string) => `${name} is ready`,
  title: 'Home',
  needs: {
    transfers: (n: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(n, 'transfer', 'transfers')} completed nothing`,
    untold: (n: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(n, 'payment', 'payments')} your system does not know of`,
    none: 'Nothing waits for you',
    banks: (n: number) => `${counted(n, 'bank account', 'bank accounts')} connected`,
    no_bank: 'No bank account is connected',
  },
  latest: 'Latest payments',
  latest_none: 'No money has come in yet',
  no_link: 'no link',
  all_links: 'All payment links',
  first_run: 'From nothing to the first payment',
  steps: {
    workspace: 'Make a Workspace',
    bank: 'Connect a bank account',
    link: 'Make a payment link',
    paid: 'Get the first payment',
    told: 'Have your system told',
  },
  step_advice: {
    bank: 'The account on which your customers pay.',
    link: 'A page with a QR code that your customer pays by bank transfer.',
    paid: 'Open the link and pay it. In a sandbox the bank is simulated.',
    told: 'Your callback address answers 200 to a signed call.',
  },
  step_do: { bank: 'Connect', link: 'Make a link', paid: 'Open the link', told: 'See what happened' },
  step_done: 'Done',
  progress: (done: number, of: number) => `${done} of ${of} done`,
};
