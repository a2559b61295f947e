import { makeStyles } from '@fluentui/react-components';
import { type Transaction, type TransactionItem, transactions } from '#contract/transactions.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { StoreOfCalls } from '#renderer/lib/store-of-calls.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { cartFacts } from '#renderer/ui/cart-facts.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { type Approval, useApproval } from '#renderer/ui/use-approval.tsx';
import { EmailReceiptDialog } from './email-receipt-dialog.tsx';
import { handBackText, isInCash } from './money-back-text.ts';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { itemsText } from './transaction-text.ts';
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

/** Asks why a sale is voided, and says what goes back to the customer. */
function VoidDialog({ transaction, hasTill, voiding, onClose }: VoidDialogProps) {
  const styles = useStyles();
  const { busy, known_payouts: payouts, voidSale } = voiding;
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
            {drawer}
          </Text>
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

export const dialogs = ['void', 'cancel', 'refund', 'email', 'payment'] as const;
export type Dialog = (typeof dialogs)[number];

type TransactionDialogsProps = {
  transaction: Transaction;
  dialog: Dialog | null;
  /** The one unit that is brought back, where it is known. */
  returned: TransactionItem | undefined;
  /** The methods that the store takes. */
  methods: readonly PaymentMethod[];
  /** The store's. */
  today: CalendarDate;
  /** Who signs the slip. */
  staffName: string;
  /** This till has a printer and a drawer of its own: money that goes back leaves a slip, cash opens the drawer. */
  hasTill: boolean;
  /** A draft of somebody else: where the chain wants it, a manager lets it be cancelled. */
  isColleagues: boolean;
  /** Why no cash can leave the drawer of this till; null where it can. */
  whyNoCash: string | null;
  /** The draft is gone: there is nothing to show any more. */
  onCancelled: () => void;
  /** The sale was voided, or units of it came back. */
  onTakenBack: () => void;
  onClose: () => void;
};

/** The dialog that is open on a transaction's page. */
export function TransactionDialogs(props: TransactionDialogsProps) {
  const { transaction, dialog, hasTill, staffName, onTakenBack, onClose } = props;
  const printSlip = useMoneyBackSlip();
  const takingBack = (own: Dialog, approval: Approval) => ({
    approval,
    whyNoCash: props.whyNoCash,
    transaction,
    hasTill,
    staffName,
    printSlip,
    onDone: () => {
      onTakenBack();
      if (dialog === own) onClose();
    },
  });
  // They outlive their dialogs, which leave when the sale is seen to be taken back although no answer came.
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
          onClose={onClose}
        />
      );
    case 'email':
      return (
        // An ended store sends nothing any more: the one that is worked in does.
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

function cancelText({ items_count: count }: Transaction): string {
  const units = count === 0 ? '' : ` and its ${count === 1 ? 'item is' : `${count} items are`} unlocked`;
  return `The draft is deleted${units}. This cannot be undone.`;
}

type CancelDialogProps = DialogProps & Pick<TransactionDialogsProps, 'isColleagues' | 'onCancelled'>;

function CancelDialog({ transaction, isColleagues, onCancelled, onClose }: CancelDialogProps) {
  const approval = useApproval('colleague_cart');
  const { busy, run } = useRouteMutation(transactions.delete, {
    done: 'Transaction cancelled',
    failed: 'Error cancelling transaction',
    otherwise: 'Failed to cancel transaction',
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
    if (await run({ params, body: { reason }, ...approved })) onCancelled();
  };
  return (
    <ReasonDialog
      long
      title={`Cancel draft ${numberOf(transaction)}?`}
      consequence={cancelText(transaction)}
      confirmLabel="Cancel Transaction"
      cancelLabel="Keep Draft"
      busy={busy}
      onConfirm={(reason) => void cancelDraft(reason)}
      onClose={onClose}
    >
      {approval.dialog}
    </ReasonDialog>
  );
}
