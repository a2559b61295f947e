import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { CalendarDate } from '#domain/store-time.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { EmailReceiptDialog } from './email-receipt-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { paperOf } from './refund-paper.ts';
import { itemsWords, numberOf } from './transaction-words.ts';
import type { RefundWish, SaleActions } from './use-sale-actions.ts';

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
  /** This till has a printer and a drawer of its own: refunds leave a slip, cash opens the drawer. */
  hasTill: boolean;
  actions: SaleActions;
  /** The draft is gone: there is nothing to show any more. */
  onCancelled: () => void;
  onClose: () => void;
};

function voidWords({ items_count: count, customer }: Transaction): string {
  const units = `${itemsWords(count)} ${count === 1 ? 'returns' : 'return'} to inventory`;
  const points = customer ? ', the loyalty points are taken back' : '';
  return `${units}${points} and pending payments become failed. The number is kept. This cannot be undone.`;
}

function cancelWords({ items_count: count }: Transaction): string {
  const units = count === 0 ? '' : ` and its ${count === 1 ? 'item is' : `${count} items are`} unlocked`;
  return `The draft is deleted${units}. This cannot be undone.`;
}

/** The dialog that is open on a transaction's page. */
export function TransactionDialogs(props: TransactionDialogsProps) {
  const { transaction, dialog, actions, onCancelled, onClose } = props;
  const notify = useNotify();
  const printSlip = useSlipPrinting();
  const number = numberOf(transaction);
  const { busy } = actions;

  const voidSale = async (reason: string) => {
    if (await actions.voidSale(reason)) onClose();
  };
  const cancelDraft = async (reason: string) => {
    if (await actions.cancelDraft(reason)) onCancelled();
  };
  const refund = async (wish: RefundWish) => {
    const answer = await actions.refund(wish);
    if (!answer) return;
    onClose();
    if (!props.hasTill) return;
    const openDrawer = answer.refund.payouts.some(({ method, amount }) => method === 'cash' && amount > 0);
    try {
      const slip = await paperOf(answer.transaction, answer.refund, props.staffName);
      await printSlip(slip, { openDrawer, key: `refund-${answer.refund.id}` });
    } catch (error) {
      const words = wordsFor(error, 'Refund not printed');
      notify.warning(words.title, words.body);
    }
  };
  switch (dialog) {
    case null:
      return null;
    case 'void':
      return (
        <ReasonDialog
          title={`Void ${number}?`}
          consequence={voidWords(transaction)}
          confirmLabel={`Void ${formatMoney(transaction.total_amount, 'transaction')}`}
          cancelLabel="Keep Transaction"
          busy={busy}
          onConfirm={(reason) => void voidSale(reason)}
          onClose={onClose}
        />
      );
    case 'cancel':
      return (
        <ReasonDialog
          title={`Cancel draft ${number}?`}
          consequence={cancelWords(transaction)}
          confirmLabel="Cancel Transaction"
          cancelLabel="Keep Draft"
          busy={busy}
          onConfirm={(reason) => void cancelDraft(reason)}
          onClose={onClose}
        />
      );
    case 'refund':
      return (
        <RefundDialog
          key={props.returned?.id}
          transaction={transaction}
          preselected={props.returned ?? null}
          opensDrawer={props.hasTill}
          busy={busy}
          onRefund={(wish) => void refund(wish)}
          onClose={onClose}
        />
      );
    case 'email':
      return (
        <EmailReceiptDialog
          number={number}
          proposed={transaction.customer?.email ?? transaction.receipt_email}
          busy={busy}
          onSend={actions.email}
          onClose={onClose}
        />
      );
    case 'payment':
      return (
        <RecordPaymentDialog
          number={number}
          balance={transaction.balance_due}
          methods={props.methods}
          today={props.today}
          busy={busy}
          onRecord={actions.recordPayment}
          onClose={onClose}
        />
      );
  }
}
