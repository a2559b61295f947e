import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { payments, type Payment } from '#contract/payments.ts';
import { transactions } from '#contract/transactions.ts';
import type { Centavos } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { isOutOfDate } from '#renderer/lib/api-client.ts';
import { fieldMessages } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import type { Fact } from '#renderer/ui/facts.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { DeletePaymentDialog } from './delete-payment-dialog.tsx';
import { EditPaymentDialog } from './edit-payment-dialog.tsx';
import { FailDialog } from './fail-dialog.tsx';
import { chargeChanges, editedFields, type EditErrors, type PaymentEdit } from './payment-edit.ts';
import { paymentName } from './payment-text.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

/** What somebody wants to do with a payment. */
export type Asking = { kind: 'verify' | 'fail' | 'edit' | 'delete'; payment: Payment };

type PaymentDialogsProps = {
  asking: Asking | null;
  /** The payment's sale is a draft: amount and method may change too, and nothing is owed yet. */
  isDraft: boolean;
  /** A draft of somebody else: where the chain wants it, a manager lets its payments be changed. */
  colleaguesCart: readonly Fact[] | null;
  /** The methods that the store takes. */
  methods: readonly PaymentMethod[];
  /** The store's. */
  today: CalendarDate;
  /** What the sale still lacks, its payments counted. */
  remaining: Centavos;
  onChanged: (payment: Payment) => void;
  onClose: () => void;
};

/** The dialogs of a payment: each asks, makes its call, and says what became of it. */
export function PaymentDialogs({ asking, ...rest }: PaymentDialogsProps) {
  if (!asking) return null;
  return <PaymentDialog key={`${asking.kind}-${asking.payment.id}`} asking={asking} {...rest} />;
}

function PaymentDialog(props: PaymentDialogsProps & { asking: Asking }) {
  const { asking, isDraft, colleaguesCart, onChanged, onClose } = props;
  const { payment } = asking;
  const params = { paymentId: payment.id };
  const notify = useNotify();
  const queryClient = useQueryClient();
  const approval = useApproval('colleague_cart');
  const [errors, setErrors] = useState<EditErrors>({});
  const verification = useRouteMutation(payments.verify, {
    done: 'Payment completed',
    failed: 'Verification failed',
  });
  const failure = useRouteMutation(payments.markFailed, {
    done: 'Payment marked failed',
    failed: 'Update failed',
  });
  const deletion = useRouteMutation(payments.delete, {
    done: 'Payment deleted',
    failed: 'Failed to delete payment',
  });
  const update = useRouteMutation(payments.update, { failed: 'Failed to update payment' });
  const busy = [verification, failure, deletion, update].some((change) => change.busy);

  /** Somebody else was faster, or the sale is over: there is nothing left to ask. */
  const leave: OnError = (refusal) => {
    if (isOutOfDate(refusal)) {
      const { queryKey } = read(transactions.get, { params: { transactionId: payment.transaction_id } });
      void queryClient.invalidateQueries({ queryKey });
      onClose();
    }
    return refusal;
  };
  const showOnFields: OnError = (refusal) => {
    const fields = fieldMessages(refusal);
    if (!fields || !editedFields.some((field) => field in fields)) return leave(refusal);
    setErrors(fields);
    return null;
  };
  const finish = async (done: Promise<Payment | null>) => {
    const changed = await done;
    if (!changed) return;
    onChanged(changed);
    onClose();
  };
  const verify = (notes: string | null) => finish(verification.run({ params, body: { notes } }, leave));
  const fail = (reason: string) => finish(failure.run({ params, body: { reason } }, leave));
  /** What a manager lets be done where that is needed; null when they went back. */
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
      return <VerifyDialog {...common} onVerify={(notes) => void verify(notes)} />;
    case 'fail':
      return <FailDialog {...common} isDraft={isDraft} onFail={(reason) => void fail(reason)} />;
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
