import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import type { Centavos } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { createRequestKeys } from '#renderer/lib/use-change.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { DeletePaymentDialog } from './delete-payment-dialog.tsx';
import { EditPaymentDialog } from './edit-payment-dialog.tsx';
import { FailDialog } from './fail-dialog.tsx';
import { editedFields, type EditErrors, type PaymentEdit } from './payment-edit.ts';
import { VerifyDialog } from './verify-dialog.tsx';

/** What somebody wants to do with a payment. */
export type Asking = { kind: 'verify' | 'fail' | 'edit' | 'delete'; payment: Payment };

type PaymentDialogsProps = {
  asking: Asking | null;
  /** The payment's sale is a draft: amount and method may change too, and nothing is owed yet. */
  isDraft: boolean;
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

/** Another person was faster, or the sale is over: what is shown is no longer so. */
const isStale = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** The calls that change a payment, each under a key of its own. */
function usePaymentCalls() {
  const [keys] = useState(() => createRequestKeys<[name: string, paymentId: number, body: unknown]>());
  const keyed = async (name: string, paymentId: number, body: unknown) => ({
    key: await keys.keyFor([name, paymentId, body]),
  });
  return {
    verify: async ({ id: paymentId }: Payment, notes: string | null) => {
      const body = { notes };
      return api.payments.verify({ params: { paymentId }, body }, await keyed('verify', paymentId, body));
    },
    fail: async ({ id: paymentId }: Payment, reason: string) => {
      const body = { reason };
      return api.payments.markFailed({ params: { paymentId }, body }, await keyed('fail', paymentId, body));
    },
    update: async ({ id: paymentId }: Payment, changes: PaymentEdit['changes']) =>
      api.payments.update(
        { params: { paymentId }, body: changes },
        await keyed('update', paymentId, changes),
      ),
    remove: async ({ id: paymentId }: Payment, reason: string) => {
      const body = { reason };
      return api.payments.delete({ params: { paymentId }, body }, await keyed('delete', paymentId, body));
    },
  };
}

function PaymentDialog(props: PaymentDialogsProps & { asking: Asking }) {
  const { asking, isDraft, onChanged, onClose } = props;
  const { payment } = asking;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const calls = usePaymentCalls();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<EditErrors>({});
  const isBusy = useRef(false);

  const refuse = (error: unknown, title: string) => {
    const fields = fieldMessages(error);
    if (asking.kind === 'edit' && fields && editedFields.some((field) => field in fields)) {
      return setErrors(fields);
    }
    const words = wordsFor(error, title);
    notify.error(words.title, words.body);
    if (!isStale(error)) return;
    void queryClient.invalidateQueries({ queryKey: queryKeys.transaction(payment.transaction_id) });
    onClose();
  };
  const run = async (title: string, done: string, work: () => Promise<Payment>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      onChanged(await work());
      notify.success(done);
      onClose();
    } catch (error) {
      refuse(error, title);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };

  const verify = (notes: string | null) =>
    run('Verification failed', 'Payment completed', () => calls.verify(payment, notes));
  const fail = (reason: string) =>
    run('Update failed', 'Payment marked failed', () => calls.fail(payment, reason));
  const remove = (reason: string) =>
    run('Failed to delete payment', 'Payment deleted', () => calls.remove(payment, reason));
  const edit = ({ changes, becomes }: PaymentEdit) => {
    if (becomes?.status === 'failed') return fail(becomes.reason);
    const hasChanges = Object.keys(changes).length > 0;
    return run('Failed to update payment', becomes ? 'Payment completed' : 'Payment updated', async () => {
      const changed = hasChanges ? await calls.update(payment, changes) : payment;
      if (!becomes) return changed;
      onChanged(changed);
      return calls.verify(changed, null);
    });
  };

  const common = { payment, busy, onClose };
  switch (asking.kind) {
    case 'verify':
      return <VerifyDialog {...common} onVerify={(notes) => void verify(notes)} />;
    case 'fail':
      return <FailDialog {...common} isDraft={isDraft} onFail={(reason) => void fail(reason)} />;
    case 'delete':
      return <DeletePaymentDialog {...common} isDraft={isDraft} onDelete={(reason) => void remove(reason)} />;
    case 'edit':
      return (
        <EditPaymentDialog
          {...common}
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
