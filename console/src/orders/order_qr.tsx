import { accountName, useBankAccounts } from '../app/bank_accounts';
import { useWorkspace } from '../app/workspace';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Copied, CopyButton } from '../ui/copy_button';
import { Section } from '../ui/page';
import type { Order } from './calls';

/** The QR code to scan, and the same details to type into a banking app. */
export function OrderQr({ order, svg }: { order: Order; svg: string }) {
  const t = useTexts().orders;
  const { id: ws } = useWorkspace();
  const account = useBankAccounts(ws).data?.find(({ id }) => id === order.bank_account_id);
  return (
    <Section title={t.qr}>
      <div class="card order-qr">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={t.qr_alt(money(order.amount))}
          width={220}
          height={220}
        />
        <div>
          <p class="quiet-text">{t.qr_advice}</p>
          <dl class="facts">
            {account && (
              <div>
                <dt>{t.account}</dt>
                <dd>
                  {accountName(account)}
                  <CopyButton value={account.account_number} what={t.account} />
                </dd>
                <dd>{account.holder_name}</dd>
              </div>
            )}
            <div>
              <dt>{t.amount}</dt>
              <dd>{money(order.amount)}</dd>
            </div>
            <div>
              <dt>{t.reference}</dt>
              <dd>
                <Copied value={order.reference} what={t.reference} />
              </dd>
            </div>
          </dl>
          {order.qr_payload && <CopyButton value={order.qr_payload} text={t.copy_qr} />}
        </div>
      </div>
    </Section>
  );
}
