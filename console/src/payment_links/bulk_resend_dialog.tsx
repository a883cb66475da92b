import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useWorkspaceId } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { type LinkFilters, resendCallbacks } from './calls';

/** Counts first, with the same filters, and sends only what was counted before the eyes of a person. */
export function BulkResendDialog({ filters, onClose }: { filters: LinkFilters; onClose: () => void }) {
  const t = useTexts().payment_links;
  const ws = useWorkspaceId();
  const queries = useQueryClient();
  const counts = useQuery({
    queryKey: ['payment_links', ws, 'resend', filters],
    queryFn: () => resendCallbacks(ws, filters),
    staleTime: 0,
    gcTime: 0,
  });
  if (counts.isError)
    return (
      <Dialog title={t.bulk_title} onClose={onClose}>
        <Failure error={counts.error} onRetry={() => void counts.refetch()} />
      </Dialog>
    );
  if (!counts.data || counts.data.queued === 0)
    return (
      <Dialog title={t.bulk_title} onClose={onClose}>
        <p role="status">{counts.data ? t.bulk_none : t.bulk_counting}</p>
      </Dialog>
    );
  const { queued, skipped } = counts.data;
  const send = async (key: string) => {
    const sent = await resendCallbacks(ws, filters, key);
    announce(t.bulk_done(sent.queued));
    void queries.invalidateQueries({ queryKey: ['payment_links', ws] });
  };
  return (
    <ConfirmDialog title={t.bulk_title} action={t.bulk_do(queued)} onConfirm={send} onClose={onClose}>
      <p role="status">{t.bulk_counts(queued, skipped)}</p>
    </ConfirmDialog>
  );
}
