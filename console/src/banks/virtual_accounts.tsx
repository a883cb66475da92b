import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { withoutEmpty } from '../api/client';
import { ApiError } from '../api/errors';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Copied } from '../ui/copy_button';
import { Dialog } from '../ui/dialog';
import { EmptyState } from '../ui/empty_state';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { type Column, List } from '../ui/list';
import { Section } from '../ui/page';
import { useCursorList } from '../ui/use_cursor_list';
import {
  addVirtualAccount,
  type BankAccount,
  closeVirtualAccount,
  listVirtualAccounts,
  type VirtualAccount,
} from './calls';
import { useBankRefusals } from './use_bank_refusals';

/** Extra numbers of the account that show which of them was paid. */
export function VirtualAccounts({ account }: { account: BankAccount }) {
  const texts = useTexts();
  const t = texts.banks;
  const { id: ws, denied, deniedNew } = useWorkspace();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [closing, setClosing] = useState<VirtualAccount>();
  // A number added here is shown at once, unlike those that other members add.
  const [added, setAdded] = useState(0);
  const list = useCursorList({
    key: ['banks', ws, account.id, 'virtual', added],
    load: (cursor) => listVirtualAccounts(ws, account.id, cursor),
  });
  const close = async () => {
    await closeVirtualAccount(ws, account.id, closing!.id);
    announce(t.virtual_closed);
    await queries.invalidateQueries({ queryKey: ['banks', ws, account.id, 'virtual'] });
  };
  const columns: Column<VirtualAccount>[] = [
    {
      name: 'number',
      head: t.virtual_number,
      cell: ({ account_number }) => <Copied value={account_number} what={t.virtual_number} />,
    },
    {
      name: 'status',
      head: t.state,
      cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'off'}>{t.virtual_statuses[status]}</Badge>,
    },
    { name: 'name', head: t.virtual_name, cell: ({ name }) => <span class="cut">{name}</span> },
    {
      name: 'actions',
      head: texts.common.list.actions,
      kind: 'actions',
      cell: (one) =>
        one.status === 'active' && (
          <Button
            small
            label={t.close_virtual_label(one.account_number)}
            denied={denied('bank_accounts:delete')}
            onClick={() => setClosing(one)}
          >
            {t.close_virtual}
          </Button>
        ),
    },
  ];
  const isConnected = account.state === 'connected';
  const add = (
    <Button
      small
      icon="plus"
      denied={deniedNew('bank_accounts:write') ?? (isConnected ? undefined : t.connect_first)}
      onClick={() => setAdding(true)}
    >
      {t.add_virtual}
    </Button>
  );
  return (
    <Section title={t.virtual_accounts} actions={list.rows.length > 0 && add}>
      <List
        label={t.virtual_accounts}
        list={list}
        columns={columns}
        empty={
          <EmptyState icon="qr-code" title={t.no_virtual}>
            <p>{t.no_virtual_advice}</p>
            {add}
          </EmptyState>
        }
      />
      {isAdding && (
        <AddVirtual account={account} onClose={() => setAdding(false)} onAdded={() => setAdded(added + 1)} />
      )}
      {closing && (
        <ConfirmDialog
          title={t.close_virtual_title(closing.account_number)}
          action={t.close_virtual_do}
          danger
          refusals={t.close_virtual_refusals}
          onConfirm={close}
          onClose={() => setClosing(undefined)}
        >
          <p>{t.close_virtual_advice}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function AddVirtual({ account, onClose, onAdded }: { account: BankAccount; onClose: () => void; onAdded: () => void }) {
  const texts = useTexts();
  const t = texts.banks;
  const { id: ws } = useWorkspace();
  const refused = useBankRefusals();
  const [needsNumber, setNeedsNumber] = useState(false);
  const add = async ({ name = '', account_number = '' }: Values, key: string) => {
    const body = withoutEmpty({ name, account_number: account_number.toUpperCase() });
    try {
      await refused.ask(addVirtualAccount(ws, account.id, body, key));
    } catch (error) {
      // Only the service knows whether the bank issues the number.
      const isForNumber = error instanceof ApiError && error.faultOf('account_number') === 'required';
      if (!needsNumber && isForNumber) return setNeedsNumber(true);
      throw error;
    }
    announce(t.virtual_added);
    onAdded();
    onClose();
  };
  return (
    <Dialog title={t.add_virtual_title} onClose={onClose}>
      <p>{needsNumber ? t.virtual_by_provider : t.virtual_by_bank}</p>
      <Form
        submit={t.add_virtual}
        onSubmit={add}
        refusals={{ ...refused.refusals, ...t.virtual_refusals }}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        }
      >
        <TextField
          name="name"
          label={t.virtual_name}
          hint={t.virtual_name_hint}
          maxLength={100}
          autocomplete="off"
          faults={refused.of('name')}
        />
        {needsNumber && (
          <TextField
            name="account_number"
            label={t.virtual_number}
            autocomplete="off"
            spellcheck={false}
            autofocus
            faults={refused.of('account_number')}
          />
        )}
      </Form>
    </Dialog>
  );
}
