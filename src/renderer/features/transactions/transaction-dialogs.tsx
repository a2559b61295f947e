import { makeStyles } from '@fluentui/react-components';
import { type Transaction, type TransactionItem, transactions } from '#contract/transactions.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { roundingText } from '#domain/cash-rounding.ts';
import type { Exchange } from '#domain/exchanges.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Tender } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { StoreOfCalls } from '#renderer/lib/store-of-calls.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { cartFacts } from '#renderer/ui/cart-facts.ts';
import { paymentsEnd } from '#renderer/ui/payments-end.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useTellExistingPayments } from '#renderer/ui/way-to-payments.tsx';
import { type Approval, useApproval } from '#renderer/ui/use-approval.tsx';
import { ExchangeDialog } from './exchange-dialog.tsx';
import { EmailReceiptDialog } from './email-receipt-dialog.tsx';
import { handBackText, isInCash } from './money-back-text.ts';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useReturnScans } from './return-scans.tsx';
import { identifierOf, itemsText, productOf } from './transaction-text.ts';
import { useMoneyBackSlip } from './use-money-back-slip.ts';
import { useRefunding } from './use-refunding.ts';
import { useVoiding, type Voiding } from './use-voiding.ts';

const useStyles = makeStyles({
  line: { margin: '0 0 8px' },
});

function voidText({ items_count: count, customer }: Transaction): string {
  const units = `${itemsText(count)} ${count === 1 ? 'returns' : 'return'} to inventory`;
  const points = customer ? ', the loyalty points are taken back' : '';
  return `${units}${points} and pending payments become failed. The number is kept. This cannot be undone.`;
}

type VoidDialogProps = {
  transaction: Transaction;
  hasTill: boolean;
  voiding: Voiding;
  onClose: () => void;
};

/** Asks for the reason to void a sale, and shows what is paid back to the customer. */
function VoidDialog({ transaction, hasTill, voiding, onClose }: VoidDialogProps) {
  const styles = useStyles();
  const { busy, known_payouts: payouts, rounding, instead, why, voidSale } = voiding;
  const scanned = useReturnScans(transaction, ([item]) =>
    item ? `${productOf(item)}, ${identifierOf(item)} is in this sale` : null,
  );
  const drawer = hasTill && isInCash(payouts) ? ' The cash drawer opens.' : '';
  return (
    <ReasonDialog
      long
      title={`Void ${numberOf(transaction)}?`}
      consequence={
        <>
          <p className={styles.line}>{voidText(transaction)}</p>
          <Text as="p" size="bodyStrong" tone="text1">
            {handBackText(payouts) ?? 'Nothing goes back: no money was received.'}
            {rounding > 0 ? ` ${roundingText(rounding)}.` : ''}
            {instead ? ` ${instead}.` : ''}
            {drawer}
          </Text>
          {why ? (
            <Text as="p" size="label" tone="danger" role="alert">
              {why}
            </Text>
          ) : null}
          {scanned}
        </>
      }
      confirmLabel={`Void ${formatMoney(transaction.total_amount, 'transaction')}`}
      cancelLabel="Keep Transaction"
      busy={busy}
      onConfirm={voidSale}
      onClose={onClose}
    >
      {voiding.asking}
    </ReasonDialog>
  );
}

export const dialogs = ['void', 'cancel', 'refund', 'exchange', 'email', 'payment'] as const;
export type Dialog = (typeof dialogs)[number];

type TransactionDialogsProps = {
  transaction: Transaction;
  dialog: Dialog | null;
  /** The unit brought back, if known. */
  returned: TransactionItem | undefined;
  /** The payment methods of the store. */
  methods: readonly Tender[];
  /** The store's current date. */
  today: CalendarDate;
  /** The name on the slip. */
  staffName: string;
  /** True if this till has its own printer and drawer: payouts print a slip, cash opens the drawer. */
  hasTill: boolean;
  /** True for somebody else's draft: if the chain requires it, a manager approves the cancellation. */
  isColleagues: boolean;
  /** True if the person may open the draft's payment screen. */
  mayPay: boolean;
  /** Why no cash can leave this till's drawer; null if it can. */
  whyNoCash: string | null;
  /** Asks why so much cash cannot leave it; null if it can, or if unknown. */
  askCash: (amount: Centavos) => Promise<string | null>;
  /** The exchange of this sale that was begun at this till. */
  begun: Exchange | null;
  /** Begins an exchange at the till. */
  onExchange: (exchange: Exchange) => void;
  /** Asks which items are exchanged, with the unit that was brought; null where that cannot be done. */
  onExchangeInstead: (() => void) | null;
  /** Called once the draft is gone. */
  onCancelled: () => void;
  /** Called once the sale was voided or units were refunded. */
  onTakenBack: () => void;
  onClose: () => void;
};

/** The open dialog of a transaction's page. */
export function TransactionDialogs(props: TransactionDialogsProps) {
  const { transaction, dialog, hasTill, staffName, onTakenBack, onClose } = props;
  const printSlip = useMoneyBackSlip();
  const takingBack = (own: Dialog, approval: Approval) => ({
    approval,
    whyNoCash: props.whyNoCash,
    askCash: props.askCash,
    transaction,
    hasTill,
    staffName,
    printSlip,
    onDone: () => {
      onTakenBack();
      if (dialog === own) onClose();
    },
  });
  // Kept outside the dialogs, which close as soon as the sale is seen to be taken back, even without an answer.
  const voiding = useVoiding(takingBack('void', useApproval('void')));
  const refunding = useRefunding(takingBack('refund', useApproval('refund')));
  switch (dialog) {
    case null:
      return null;
    case 'void':
      return <VoidDialog transaction={transaction} hasTill={hasTill} voiding={voiding} onClose={onClose} />;
    case 'cancel':
      return (
        <CancelDialog
          transaction={transaction}
          isColleagues={props.isColleagues}
          mayPay={props.mayPay}
          onCancelled={props.onCancelled}
          onClose={onClose}
        />
      );
    case 'refund':
      return (
        <RefundDialog
          key={props.returned?.id}
          transaction={transaction}
          hasTill={hasTill}
          refunding={refunding}
          preselected={props.returned ?? null}
          onExchange={props.onExchangeInstead}
          onClose={onClose}
        />
      );
    case 'exchange':
      return (
        <ExchangeDialog
          key={props.returned?.id}
          transaction={transaction}
          begun={props.begun}
          preselected={props.returned ?? null}
          onBegin={props.onExchange}
          onClose={onClose}
        />
      );
    case 'email':
      return (
        // A deactivated store sends no email: the current store does.
        <StoreOfCalls value={undefined}>
          <EmailReceiptDialog transaction={transaction} onClose={onClose} />
        </StoreOfCalls>
      );
    case 'payment':
      return (
        <RecordPaymentDialog
          transaction={transaction}
          methods={props.methods}
          today={props.today}
          onClose={onClose}
        />
      );
  }
}

type DialogProps = { transaction: Transaction; onClose: () => void };

function cancelText({ items_count: count, payments }: Transaction): string {
  return [
    `The draft is deleted${count === 0 ? '' : ` and its ${count === 1 ? 'item is' : `${count} items are`} unlocked`}.`,
    'This cannot be undone.',
    paymentsEnd(payments),
  ].join(' ');
}

type CancelDialogProps = DialogProps &
  Pick<TransactionDialogsProps, 'isColleagues' | 'mayPay' | 'onCancelled'>;

function CancelDialog({ transaction, isColleagues, mayPay, onCancelled, onClose }: CancelDialogProps) {
  const approval = useApproval('colleague_cart');
  const tellExistingPayments = useTellExistingPayments();
  const { busy, run } = useRouteMutation(transactions.delete, {
    done: 'Transaction cancelled',
    failed: 'Error cancelling transaction',
  });
  const cancelDraft = async (reason: string) => {
    const approved = isColleagues
      ? await approval.ask({
          targetId: transaction.id,
          title: 'Cancel a colleague’s draft',
          what: [...cartFacts(transaction), { label: 'Reason', value: reason }],
        })
      : {};
    if (!approved) return;
    const params = { transactionId: transaction.id };
    const done = await run({ params, body: { reason }, ...approved }, (refusal) => {
      if (refusal.code !== 'has_payments' || !mayPay) return refusal;
      onClose();
      tellExistingPayments(transaction.id, refusal.message);
      return null;
    });
    if (done) onCancelled();
  };
  return (
    <ReasonDialog
      long
      title={`Cancel draft ${numberOf(transaction)}?`}
      consequence={cancelText(transaction)}
      confirmLabel="Cancel Transaction"
      cancelLabel="Keep it"
      busy={busy}
      onConfirm={(reason) => void cancelDraft(reason)}
      onClose={onClose}
    >
      {approval.dialog}
    </ReasonDialog>
  );
}
