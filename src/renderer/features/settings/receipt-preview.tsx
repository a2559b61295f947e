import { makeStyles } from '@fluentui/react-components';
import type { Store } from '#contract/stores.ts';
import type { Centavos } from '#domain/money.ts';
import { cashRounding, changeDue, roundUpToHundred } from '#domain/payments.ts';
import { paperStore, receiptRows, type ReceiptDocument } from '#domain/receipt.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { zoneAt, zonesOf } from '#domain/store-time.ts';
import { saleTotals } from '#domain/totals.ts';
import { draftNumber, invoiceNumber } from '#domain/transactions.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { PrintedSlip } from '#renderer/ui/printed-slip.tsx';
import { palette } from '#renderer/ui/theme.ts';

const COLUMNS = 32;
const PRICE = 85_000;

const useStyles = makeStyles({ table: { padding: '16px 8px', backgroundColor: palette.canvas } });

type ReceiptPreviewProps = { shopName: string; store: Store; staffName: string; at: number };

/** Returns a store's first receipt as an example: its own header, tax and footer, under the shop's name. */
function firstReceipt(
  { shopName, store, staffName, at }: ReceiptPreviewProps,
  coin: Centavos,
): ReceiptDocument {
  const tax = taxRuleOf(store.settings);
  const totals = saleTotals([{ price: PRICE, discounts: [] }], [], tax);
  const cash = { method: 'cash', status: 'completed', reference_number: null, deleted_at: null } as const;
  const payments = [{ ...cash, amount: roundUpToHundred(totals.total_amount) }];
  const change = changeDue(totals.total_amount, payments, coin);
  return {
    ...totals,
    shop_name: shopName,
    store: paperStore(store),
    invoice_number: invoiceNumber(store.code, 1),
    transaction_number: draftNumber(store.code, 1),
    completed_at: at,
    time_zone: zoneAt(at, zonesOf(store)),
    staff_name: staffName,
    customer: null,
    lines: [{ name: 'USB-C Charger 20 W', serial_number: null, imei: null, price: PRICE, discounts: [] }],
    cart_discounts: [],
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax,
    payments,
    change_due: change,
    cash_rounding: cashRounding(totals.total_amount, payments, { change, coin }),
    points_earned: null,
    footer: store.settings?.receipt_footer ?? null,
    qr: draftNumber(store.code, 1),
    copy_no: 0,
  };
}

/** Previews a receipt under the shop's name, with an example sale. */
export function ReceiptPreview(props: ReceiptPreviewProps) {
  const styles = useStyles();
  // The QR code would lead nowhere.
  const { smallest_coin: coin } = useChainSettings();
  const rows = receiptRows(firstReceipt(props, coin), COLUMNS).filter((row) => row.kind !== 'qr');
  return (
    <Card title="Receipt preview" side="Example" flush>
      <div className={styles.table}>
        <PrintedSlip rows={rows} columns={COLUMNS} />
      </div>
    </Card>
  );
}
