import { useQueryClient } from '@tanstack/preact-query';
import { BulkResendDialog } from '../app/bulk_resend_dialog';
import { useWorkspaceId } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { type Filters, resendDeliveries } from './calls';

/** Sends the listed deliveries again. */
export function DeliveryResend({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const { bulk } = useTexts().deliveries;
  const ws = useWorkspaceId();
  const queries = useQueryClient();
  // What is being sent again has no failure yet.
  const { error_class, ...others } = filters;
  return (
    <BulkResendDialog
      texts={bulk}
      queryKey={['deliveries', ws, 'resend', filters]}
      isOfFailed={filters['status'] === 'failed' && error_class === undefined}
      count={(status) => resendDeliveries(ws, status ? { ...others, status } : filters)}
      send={async (key) => {
        const counts = await resendDeliveries(ws, filters, key);
        void queries.invalidateQueries({ queryKey: ['deliveries', ws] });
        return counts;
      }}
      onClose={onClose}
    />
  );
}
