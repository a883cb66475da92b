import { useQueryClient } from '@tanstack/preact-query';
import { api, take } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { asQuery } from '../ui/use_filters';
import { BulkResendDialog } from './bulk_resend_dialog';
import { useWorkspaceId } from './workspace';

type LinkFilters = Partial<Record<string, string>>;

/** Sends all matching callbacks again, or only counts them. */
const resendCallbacks = (workspace: string, filters: LinkFilters, key?: string) => {
  const query = {
    ...asQuery(filters),
    ...(Object.keys(filters).length === 0 && { all: true }),
    ...(!key && { dry_run: true }),
  };
  const header = key ? { 'Idempotency-Key': key } : {};
  return take(
    api.POST('/v1.1/payment-links/{workspace_id}/callbacks/resend', {
      params: { path: { workspace_id: workspace }, query, header },
    }),
  );
};

/** Sends the callbacks of a list's links again. */
export function CallbackResend({ filters, onClose }: { filters: LinkFilters; onClose: () => void }) {
  const { bulk } = useTexts().payment_links;
  const ws = useWorkspaceId();
  const queries = useQueryClient();
  const { attention, ...others } = filters;
  return (
    <BulkResendDialog
      texts={bulk}
      queryKey={['payment_links', ws, 'resend', filters]}
      isOfFailed={attention === 'open' || filters['callback_status'] === 'failed'}
      count={(status) => resendCallbacks(ws, status ? { ...others, callback_status: status } : filters)}
      send={async (key) => {
        const counts = await resendCallbacks(ws, filters, key);
        void queries.invalidateQueries({ queryKey: ['payment_links', ws] });
        return counts;
      }}
      onClose={onClose}
    />
  );
}
