import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { type BankAccount, disconnectAccount, removeAccount } from './calls';

/** Ends a connection in progress: a new account goes with it, an old one stays disconnected. */
export function GiveUp({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws, denied } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const isNew = account.state === 'pending';
  const giveUp = async () => {
    if (isNew) await removeAccount(ws, account.id);
    else await disconnectAccount(ws, account.id);
    announce(t.gave_up);
    route(isNew ? pageOf(ws, 'banks') : pageOf(ws, 'banks', account.id), true);
    void queries.invalidateQueries({ queryKey: ['banks', ws] });
  };
  return (
    <p class="give-up">
      <Button
        kind="quiet"
        small
        icon="x"
        denied={denied(isNew ? 'bank_accounts:delete' : 'bank_accounts:write')}
        onClick={() => setAsked(true)}
      >
        {t.give_up}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t.give_up_title}
          action={t.give_up}
          danger
          onConfirm={giveUp}
          onClose={() => setAsked(false)}
        >
          <p>{isNew ? t.give_up_new : t.give_up_old}</p>
        </ConfirmDialog>
      )}
    </p>
  );
}
