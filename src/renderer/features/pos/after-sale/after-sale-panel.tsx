import { makeStyles, Spinner } from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  Clock20Regular,
  ErrorCircle20Regular,
  Mail20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { KeptSale } from '#bridge/offline-sales.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import { sumOfAmounts } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { receiptRows, type ReceiptWidth } from '#domain/receipt.ts';
import { isHandedOver } from '#renderer/lib/print-sale-again.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row, Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { PrintedSlip } from '#renderer/ui/printed-slip.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, tones, type, windows } from '#renderer/ui/theme.ts';
import { useScrolls } from '#renderer/ui/use-scrolls.ts';
import type { AfterSale } from '../sale/till-state.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '8px', padding: '16px 20px 0', flexShrink: 0 },
  done: { color: tones.green[1] },
  title: { ...type.body, fontSize: '15px', fontWeight: 600, margin: 0 },
  kept: { ...type.label, flexShrink: 0, margin: '4px 20px 0', color: palette.text2 },
  number: { ...type.bodyStrong, marginLeft: 'auto', color: palette.text1 },
  figures: {
    flexShrink: 0,
    margin: 0,
    padding: '12px 20px 14px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  row: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '24px',
    color: palette.text3,
  },
  amount: { color: palette.text1 },
  print: {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '41px',
    boxSizing: 'border-box',
    padding: '4px 20px',
    borderBottom: `1px solid ${palette.hairline}`,
    color: palette.text3,
  },
  printText: { flex: '1 1 0', minWidth: '50%' },
  waiting: { color: tones.orange[1] },
  trouble: { color: palette.danger },
  drawer: {
    ...type.meta,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    marginLeft: 'auto',
    whiteSpace: 'nowrap',
  },
  question: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexBasis: '100%',
    color: palette.text1,
  },
  paper: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'flex-start',
    padding: '16px 20px',
    backgroundColor: palette.canvas,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    // The receipt comes last, so that its buttons are in sight.
    [windows.onePane]: {
      order: 1,
      flexShrink: 0,
      minHeight: 'auto',
      overflowY: 'visible',
      padding: '16px 8px',
    },
  },
  emailed: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    padding: '8px 20px',
    borderBottom: `1px solid ${palette.hairline}`,
    color: palette.text1,
    overflowWrap: 'anywhere',
  },
  foot: { flexShrink: 0, padding: '12px 20px 16px', borderTop: `1px solid ${palette.hairline}` },
  actions: { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: '8px' },
  next: { ...type.label, margin: '10px 0 0', textAlign: 'center', color: palette.text3 },
});

/** Characters of a receipt line on screen; the panel has room for it at every window width. */
const ON_SCREEN: ReceiptWidth = 42;

const printText: Record<PrintStatus['state'], string> = {
  queued: 'Receipt waits for the printer',
  sending: 'Printing receipt',
  confirmed: 'Receipt printed',
  failed: 'Receipt not printed',
  unknown: 'Check the receipt',
  no_printer: 'No receipt printer',
};

function PrintIcon({ state }: { state: PrintStatus['state'] }) {
  const styles = useStyles();
  switch (state) {
    case 'sending':
      return <Spinner size="tiny" />;
    case 'confirmed':
      return <CheckmarkCircle20Filled className={styles.done} />;
    case 'queued':
      return <Clock20Regular className={styles.waiting} />;
    case 'failed':
    case 'unknown':
      return <ErrorCircle20Regular className={styles.trouble} />;
    case 'no_printer':
      return <Print20Regular />;
  }
}

/** Shows the state of the print. If printing broke off, only the cashier can tell whether the receipt is complete. */
function PrintState({ print, onPrinted }: { print: PrintStatus; onPrinted: () => void }) {
  const styles = useStyles();
  const detail = print.reason ?? print.printer;
  return (
    <div className={styles.print} role="status">
      <PrintIcon state={print.state} />
      <span className={styles.printText}>
        <Text tone="text1" strong>
          {printText[print.state]}
        </Text>
        {detail ? ` · ${detail}` : null}
      </span>
      {print.drawer_opened ? (
        <span className={styles.drawer}>
          <CheckmarkCircle20Filled className={styles.done} /> Drawer opened
        </span>
      ) : null}
      {print.state === 'unknown' ? (
        <span className={styles.question}>
          Is it whole on the paper?
          <Button onClick={onPrinted}>It is printed</Button>
        </span>
      ) : null}
    </div>
  );
}

/** Returns what stands below the number of a sale that was made without the server. */
function keptText({ state, problem, invoice_number, number }: KeptSale): string {
  if (invoice_number !== null)
    return `Sold without the server as ${number}.${problem === null ? '' : ` ${problem}.`}`;
  if (state === 'kept') return `${problem ?? 'A manager settled it'}.`;
  return 'Not the invoice. The invoice number comes when the till is connected.';
}

type AfterSalePanelProps = {
  sale: AfterSale;
  onPrintAgain: () => void;
  /** Called if the cashier saw a complete receipt that the printer did not confirm. */
  onPrinted: () => void;
  /** Null for those who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
  onEmail: (() => void) | null;
  busy: boolean;
};

/** Replaces the cart after a sale: shows the change to hand over, the receipt, and the state of its print. */
export function AfterSalePanel(props: AfterSalePanelProps) {
  const { sale, onPrintAgain, onPrinted, linkTo, onEmail, busy } = props;
  const styles = useStyles();
  const { transaction, kept, receipt, print, printed, emailedTo } = sale;
  // Of a sale that was made without the server, once it is recorded.
  const saleId = transaction?.id ?? kept?.transaction_id ?? null;
  const number = kept?.invoice_number ?? kept?.number ?? receipt.invoice_number;
  const isNew = kept !== null && kept.invoice_number !== null && printed === 0;
  const [watchPaper, paperScrolls] = useScrolls();
  const back = receipt.exchange_of;
  const goesBack = back?.payouts.filter(({ method }) => method !== 'exchange') ?? [];
  const handed = sumOfAmounts(goesBack);
  const isFirst = print ? !isHandedOver(print) : printed === 0;
  const { cash_rounding: rounding = 0 } = receipt;
  return (
    <>
      <div className={styles.head}>
        <CheckmarkCircle20Filled className={styles.done} />
        <h2 className={styles.title}>{back ? 'Exchange complete' : 'Sale complete'}</h2>
        <span className={styles.number}>
          {linkTo && saleId !== null ? <TextLink to={linkTo(saleId)}>{number}</TextLink> : number}
        </span>
      </div>
      {kept ? (
        <p className={styles.kept} role="status">
          {keptText(kept)}
        </p>
      ) : null}
      <div className={styles.figures}>
        <Spread gap={16} align="baseline">
          <Text size="cardTitle">{handed > 0 ? 'Goes back' : 'Change'}</Text>
          <MoneyText amount={handed > 0 ? handed : receipt.change_due} surface="payment" size="total" />
        </Spread>
        <div className={styles.row}>
          <span>Total</span>
          <MoneyText amount={receipt.total_amount} surface="payment" className={styles.amount} />
        </div>
        {rounding > 0 ? (
          <div className={styles.row}>
            <span>Cash rounding</span>
            <MoneyText amount={-rounding} surface="payment" className={styles.amount} />
          </div>
        ) : null}
        {receipt.payments.map((payment, index) => (
          <div key={index} className={styles.row}>
            <Row as="span" gap={8} align="center">
              {paymentMethodLabels[payment.method]}
              {payment.status === 'pending' ? <StatusBadge tone="orange">Pending</StatusBadge> : null}
            </Row>
            <MoneyText amount={payment.amount} surface="payment" className={styles.amount} />
          </div>
        ))}
        {goesBack.map(({ method, amount }) => (
          <div key={method} className={styles.row}>
            <span>{paymentMethodLabels[method]}, goes back</span>
            <MoneyText amount={-amount} surface="payment" className={styles.amount} />
          </div>
        ))}
      </div>
      {print ? <PrintState print={print} onPrinted={onPrinted} /> : null}
      <div role="status">
        {emailedTo === null ? null : (
          <div className={styles.emailed}>
            <Mail20Regular aria-hidden="true" /> Receipt sent to {emailedTo}
          </div>
        )}
      </div>
      <div
        ref={watchPaper}
        className={styles.paper}
        {...(paperScrolls ? { role: 'region', 'aria-label': 'Whole receipt', tabIndex: 0 } : {})}
      >
        <PrintedSlip rows={receiptRows(receipt, ON_SCREEN)} columns={ON_SCREEN} />
      </div>
      <div className={styles.foot}>
        <div className={styles.actions}>
          <Button size="till" wide icon={<Print20Regular />} onClick={onPrintAgain} disabled={busy}>
            {isFirst ? 'Print Receipt' : isNew ? 'Print invoice' : 'Print again'}
          </Button>
          {onEmail && transaction ? (
            <Button size="till" wide icon={<Mail20Regular />} onClick={onEmail}>
              Email Receipt
            </Button>
          ) : null}
        </div>
        <p className={styles.next}>Scan the next item to start a new sale.</p>
      </div>
    </>
  );
}
