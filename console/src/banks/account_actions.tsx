import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { accountName } from '../app/bank_accounts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ButtonLink } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Menu, MenuItem } from '../ui/menu';
import { type BankAccount, disconnectAccount, removeAccount } from './calls';

export function AccountActions({ account }: { account: BankAccount }) {
  const texts = useTexts();
  const t = texts.banks;
  const { id: ws, denied, deniedNew } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'disconnect' | 'remove'>();
  const close = () => setAsked(undefined);
  const isConnected = account.state === 'connected';
  const disconnect = async () => {
    await disconnectAccount(ws, account.id);
    announce(t.disconnected);
    await queries.invalidateQueries({ queryKey: ['banks', ws] });
  };
  const remove = async () => {
    await removeAccount(ws, account.id);
    announce(t.removed);
    route(pageOf(ws, 'banks'), true);
    void queries.invalidateQueries({ queryKey: ['banks', ws] });
  };
  return (
    <>
      {isConnected ? (
        <ButtonLink icon="link" href={pageOf(ws, 'links', 'new')} denied={deniedNew('payment_links:write')}>
          {t.make_link}
        </ButtonLink>
      ) : (
        <ButtonLink
          kind="main"
          href={`${pageOf(ws, 'banks', 'connect')}?account=${account.id}`}
          denied={deniedNew('bank_accounts:write')}
        >
          {account.connection ? t.finish : t.connect_again}
        </ButtonLink>
      )}
      <Menu label={texts.common.more_actions} icon="ellipsis">
        {isConnected && (
          <MenuItem icon="ban" denied={denied('bank_accounts:write')} onClick={() => setAsked('disconnect')}>
            {t.disconnect}
          </MenuItem>
        )}
        <MenuItem icon="x" danger denied={denied('bank_accounts:delete')} onClick={() => setAsked('remove')}>
          {t.remove}
        </MenuItem>
      </Menu>
      {asked === 'disconnect' && (
        <ConfirmDialog title={t.disconnect_title} action={t.disconnect} danger onConfirm={disconnect} onClose={close}>
          <p>{t.disconnect_advice}</p>
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={t.remove_title(accountName(account))}
          action={t.remove}
          typedName={account.account_number}
          danger
          onConfirm={remove}
          onClose={close}
        >
          <p>{t.remove_advice}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
