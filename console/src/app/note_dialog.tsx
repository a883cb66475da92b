import { useQueryClient } from '@tanstack/preact-query';
import { api, done } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Checkbox, TextArea } from '../ui/field';
import { Form } from '../ui/form';

interface NoteDialogProps {
  workspace: string;
  transaction: { id: string | null; note: string | null; settled: boolean };
  /** Opened to settle it: one press is enough. */
  settles?: boolean;
  onClose: () => void;
}

/** What a member did about money that completed nothing. */
export function NoteDialog({ workspace, transaction, settles = false, onClose }: NoteDialogProps) {
  const texts = useTexts();
  const t = texts.transactions.noting;
  const queries = useQueryClient();
  const save = async ({ note = '', settled = '' }) => {
    const path = { workspace_id: workspace, transaction_id: transaction.id! };
    const body = { note, settled: settled === 'true' };
    await done(api.PATCH('/v1.1/transactions/{workspace_id}/{transaction_id}', { params: { path }, body }));
    for (const kind of ['payment_links', 'transactions', 'statistics'])
      void queries.invalidateQueries({ queryKey: [kind, workspace] });
    announce(t.saved);
    onClose();
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.advice}</p>
      <Form
        submit={texts.common.save}
        onSubmit={save}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        }
      >
        <TextArea name="note" label={t.note} optional value={transaction.note ?? ''} maxLength={500} />
        <Checkbox name="settled" checked={transaction.settled || settles}>
          {t.settled_check}
        </Checkbox>
      </Form>
    </Dialog>
  );
}
