import { type ReactNode, useState } from 'react';
import { type Payment, payments } from '#contract/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { roundingText } from '#domain/cash-rounding.ts';
import { type Centavos, formatMoney } from '#domain/money.ts';
import { paymentMethodLabels, paymentName, type Tender } from '#domain/payments.ts';
import { fieldMessages } from '#renderer/lib/failures.ts';
import { type OnError, useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import type { Fact } from '#renderer/ui/facts.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { EditPaymentDialog } from './edit-payment-dialog.tsx';
import { FailDialog } from './fail-dialog.tsx';
import { chargeChanges, editedFields, type EditErrors, type PaymentEdit } from './payment-edit.ts';
import { useReviewing } from './use-reviewing.ts';
import { VerifyDialog } from './verify-dialog.tsx';

type DeletePaymentDialogProps = {
  payment: Payment;
  isDraft: boolean;
  busy: boolean;
  /** The dialog that asks a manager. */
  approving: ReactNode;
  onDelete: (reason: string) => void;
  onClose: () => void;
};

/** Says what the seller of a traded-in unit hands back with it; empty if nothing was paid out for it. */
function handedBack({ payout }: NonNullable<Payment['trade_in']>): string {
  if (!payout) return '';
  const { amount, method, cash_rounding: rounding } = payout;
  const way = method === 'cash' ? 'in cash' : `by ${paymentMethodLabels[method]}`;
  const rounded = rounding > 0 ? ` ${roundingText(rounding)}.` : '';
  return `Its seller hands back ${formatMoney(amount, 'payment')} ${way}.${rounded}`;
}

/** Asks why a payment is deleted; it stays for the audit log and no longer counts. */
function DeletePaymentDialog(props: DeletePaymentDialogProps) {
  const { payment, isDraft, busy, approving, onDelete, onClose } = props;
  return (
    <ReasonDialog
      title={`Delete the ${paymentName(payment)}?`}
      consequence={
        'It no longer counts towards the total. It stays in the list, marked deleted, with your name and reason.' +
        (payment.trade_in
          ? ` ${payment.trade_in.unit.name} goes back to its seller. ${handedBack(payment.trade_in)}`.trimEnd()
          : '') +
        (isDraft ? '' : ' The sale then has a balance due.')
      }
      confirmLabel={`Delete ${formatMoney(payment.amount, 'payment')}`}
      missing="Please provide a reason for deleting this payment"
      busy={busy}
      onConfirm={onDelete}
      onClose={onClose}
    >
      {approving}
    </ReasonDialog>
  );
}

/** The action chosen for a payment. */
export type Asking = { kind: 'verify' | 'fail' | 'edit' | 'delete'; payment: Payment };

type PaymentDialogsProps = {
  asking: Asking | null;
  /** True if the sale is a draft: amount and method can change too, and nothing is owed yet. */
  isDraft: boolean;
  /** Facts about a colleague's draft, whose payments need a manager's approval if the chain wants that; else null. */
  colleaguesCart: readonly Fact[] | null;
  /** The methods that the store takes. */
  methods: readonly Tender[];
  /** The store's calendar date. */
  today: CalendarDate;
  /** The amount that the sale's payments leave open. */
  remaining: Centavos;
  onChanged: (payment: Payment) => void;
  onClose: () => void;
};

/** The dialogs of a payment: each asks, sends its request and tells the result. */
export function PaymentDialogs({ asking, ...rest }: PaymentDialogsProps) {
  if (!asking) return null;
  return <PaymentDialog key={`${asking.kind}-${asking.payment.id}`} asking={asking} {...rest} />;
}

function PaymentDialog(props: PaymentDialogsProps & { asking: Asking }) {
  const { asking, isDraft, colleaguesCart, onChanged, onClose } = props;
  const { payment } = asking;
  const params = { paymentId: payment.id };
  const notify = useNotify();
  const approval = useApproval('colleague_cart');
  const [errors, setErrors] = useState<EditErrors>({});
  const reviewing = useReviewing({
    payment,
    done: { verified: { title: 'Payment completed' }, failed: { title: 'Payment marked failed' } },
    onChanged,
    onClose,
  });
  const { refused, verify, fail, leave, finish } = reviewing;
  const deletion = useRouteMutation(payments.delete, {
    done: () => ({
      title: 'Payment deleted',
      body: (payment.trade_in && handedBack(payment.trade_in)) || undefined,
    }),
    failed: 'Failed to delete payment',
  });
  const update = useRouteMutation(payments.update, { failed: 'Failed to update payment' });
  const busy = [reviewing, deletion, update].some((change) => change.busy);

  const showOnFields: OnError = (refusal) => {
    const fields = fieldMessages(refusal);
    if (!fields || !editedFields.some((field) => field in fields)) return leave(refusal);
    setErrors(fields);
    return null;
  };
  /** Asks for a manager's approval if one is needed; null if the dialog was cancelled. */
  const askFirst = async (verb: string, more: readonly Fact[]) => {
    if (!isDraft || colleaguesCart === null) return {};
    const what = [...colleaguesCart, { label: 'Payment', value: paymentName(payment) }, ...more];
    return approval.ask({ targetId: payment.id, title: `${verb} a payment of a colleague’s cart`, what });
  };
  const remove = async (reason: string) => {
    const approved = await askFirst('Delete', [{ label: 'Reason', value: reason }]);
    if (approved) await finish(deletion.run({ params, body: { reason }, ...approved }, leave));
  };
  const edit = async ({ changes, becomes }: PaymentEdit) => {
    if (becomes?.status === 'failed') return fail(becomes.reason);
    const hasChanges = Object.keys(changes).length > 0;
    const approved = hasChanges
      ? await askFirst('Change', [
          {
            label: 'Change',
            value: chargeChanges(payment, changes).join(' ') || 'Its reference, date, screenshot or notes',
          },
        ])
      : {};
    if (!approved) return;
    const changing = { params, body: changes, ...approved };
    const changed = hasChanges ? await update.run(changing, showOnFields) : payment;
    if (!changed) return;
    if (becomes) {
      onChanged(changed);
      return verify(null);
    }
    notify.success('Payment updated');
    return finish(Promise.resolve(changed));
  };

  const common = { payment, busy, onClose };
  const asksManager = { ...common, approving: approval.dialog };
  switch (asking.kind) {
    case 'verify':
      return <VerifyDialog {...common} refused={refused} onVerify={(notes) => void verify(notes)} />;
    case 'fail':
      return (
        <FailDialog
          {...common}
          refused={refused}
          isDraft={isDraft}
          onFail={(reason, isTyped) => void fail(reason, isTyped)}
        />
      );
    case 'delete':
      return (
        <DeletePaymentDialog {...asksManager} isDraft={isDraft} onDelete={(reason) => void remove(reason)} />
      );
    case 'edit':
      return (
        <EditPaymentDialog
          {...asksManager}
          isDraft={isDraft}
          methods={props.methods}
          today={props.today}
          remaining={props.remaining}
          errors={errors}
          onErrors={setErrors}
          onSave={(wanted) => void edit(wanted)}
        />
      );
  }
}
