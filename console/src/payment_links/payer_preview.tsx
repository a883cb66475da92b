import type { BankAccount } from '../app/bank_accounts';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import type { Values } from '../ui/form';
import { Icon } from '../ui/icon';

/** A small preview of the payer's page while the form is filled in. */
export function PayerPreview({ values, account }: { values: Values; account: BankAccount }) {
  const t = useTexts().payment_links;
  const typed = values['amount'] ?? '';
  const amount = typed === '' ? t.preview_any : /^[1-9]\d{0,14}$/.test(typed) ? money(typed) : t.preview_invalid;
  return (
    <aside class="preview" aria-label={t.preview}>
      <p class="preview-title">{t.preview}</p>
      <div class="phone">
        <p class="preview-amount">{amount}</p>
        <div class="preview-qr">
          <Icon name="qr-code" />
        </div>
        <p class="quiet-text">{t.preview_pay}</p>
        <dl>
          <div>
            <dt>{account.bank}</dt>
            <dd>{account.account_number}</dd>
          </div>
          <div>
            <dt>{t.reference}</dt>
            <dd>PFSL········</dd>
          </div>
        </dl>
        {values['description'] && <p class="preview-text">{values['description']}</p>}
      </div>
    </aside>
  );
}
