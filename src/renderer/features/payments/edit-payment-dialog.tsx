import { makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { Payment, PaymentChanges } from '#contract/payments.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import {
  DEFAULT_FAILURE_REASON,
  needsReference,
  paymentMethodLabels,
  paymentName,
  type Tender,
} from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { usePastePictures } from '#renderer/lib/use-paste-pictures.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { EditPaymentFields } from './edit-payment-fields.tsx';
import { failureConsequence } from './fail-dialog.tsx';
import {
  changesOf,
  chargeChanges,
  draftOf,
  editProblem,
  type EditErrors,
  type PaymentEdit,
} from './payment-edit.ts';
import { states } from '#renderer/ui/state-badge.tsx';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { useScreenshot } from './use-screenshot.ts';

const useStyles = makeStyles({
  change: { margin: '0 0 8px' },
});

type EditPaymentDialogProps = {
  payment: Payment;
  isDraft: boolean;
  methods: readonly Tender[];
  today: CalendarDate;
  remaining: Centavos;
  busy: boolean;
  /** The dialog that asks a manager. */
  approving: ReactNode;
  errors: EditErrors;
  onErrors: (errors: EditErrors) => void;
  onSave: (edit: PaymentEdit) => void;
  onClose: () => void;
};

/** Keeps the changes of a payment as they are typed, and saves them. `asked` waits for a confirmation. */
function useEdit(props: EditPaymentDialogProps) {
  const { payment, onErrors, onSave, onClose } = props;
  const [seen] = useState(() => draftOf(payment, payment.notes?.trim() || DEFAULT_FAILURE_REASON));
  const [draft, setDraft] = useState(seen);
  const [asked, setAsked] = useState<PaymentEdit | null>(null);
  const screenshot = useScreenshot(payment.screenshot_url);
  const [isWaiting, setIsWaiting] = useState(false);
  const isFailing = draft.status === 'failed';
  const takesScreenshot = needsReference(draft.method) && !isFailing;
  usePastePictures({ isActive: takesScreenshot, inDialog: true }, ([picture]) => {
    if (picture) screenshot.choose(picture);
  });
  const becomes = (): PaymentEdit['becomes'] => {
    if (draft.status === 'failed') return { status: 'failed', reason: draft.reason.trim() };
    return draft.status === payment.status ? null : { status: 'completed' };
  };
  return {
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(seen),
    isFailing,
    isWaiting,
    screenshot,
    asked,
    stopAsking: () => setAsked(null),
    change: (changes: Partial<typeof draft>) => {
      setDraft((current) => ({ ...current, ...changes }));
      setAsked(null);
      onErrors({});
    },
    save: async () => {
      const problem = editProblem(payment, draft, props);
      if (problem) return onErrors(problem);
      onErrors({});
      setIsWaiting(true);
      const changes = changesOf(payment, draft, takesScreenshot ? await screenshot.settled() : null);
      setIsWaiting(false);
      const edit = { changes: isFailing ? {} : changes, becomes: becomes() };
      if (chargeChanges(payment, edit.changes).length > 0) setAsked(edit);
      else if (edit.becomes || Object.keys(edit.changes).length > 0) onSave(edit);
      else onClose();
    },
  };
}

/** Edits a payment. A new amount or method is confirmed first; choosing "failed" marks the payment failed. */
export function EditPaymentDialog(props: EditPaymentDialogProps) {
  const { payment, isDraft, busy, approving, errors, onSave, onClose } = props;
  const { draft, isDirty, isFailing, isWaiting, screenshot, asked, stopAsking, change, save } =
    useEdit(props);
  const isBusy = busy || isWaiting;
  const amount = formatMoney(payment.amount, 'payment');
  return (
    <DialogShell
      open
      locked={isBusy}
      isDirty={isDirty}
      title={`Edit ${paymentMethodLabels[payment.method]} payment`}
      line={`${amount} · ${states.payment[payment.status].label}`}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <SendButton appearance={isFailing ? 'danger' : 'primary'} busy={isBusy} onClick={() => void save()}>
            {isFailing ? `Mark ${amount} failed` : 'Update Payment'}
          </SendButton>
        </>
      }
    >
      <SubmitForm disabled={isBusy} errors={errors} onSubmit={() => void save()}>
        <Stack gap={16}>
          {payment.status === 'pending' ? (
            <Stack gap={4}>
              <Text size="bodyStrong" tone="text1">
                Status
              </Text>
              <ChoiceButtons
                even
                label="Status"
                value={draft.status}
                choices={[
                  { value: 'pending', label: 'Pending' },
                  { value: 'completed', label: 'Completed' },
                  { value: 'failed', label: 'Failed' },
                ]}
                onChange={(status) => change({ status })}
              />
            </Stack>
          ) : null}
          <EditPaymentFields
            draft={draft}
            transactionId={payment.transaction_id}
            mayChangeAmount={isDraft && !isFailing}
            methods={props.methods}
            today={props.today}
            errors={errors}
            screenshot={screenshot}
            onChange={change}
          />
          {isFailing ? (
            <Text as="p" size="body" tone="text2">
              {failureConsequence(isDraft)}
            </Text>
          ) : null}
        </Stack>
      </SubmitForm>
      {asked && Object.keys(errors).length === 0 ? (
        <ChangeQuestion
          payment={payment}
          changes={asked.changes}
          busy={busy}
          onConfirm={() => onSave(asked)}
          onCancel={stopAsking}
        >
          {approving}
        </ChangeQuestion>
      ) : (
        approving
      )}
    </DialogShell>
  );
}

type ChangeQuestionProps = {
  payment: Payment;
  changes: PaymentChanges;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** Asks before a new amount or method is saved, and says what that changes. */
function ChangeQuestion({ payment, changes, ...rest }: ChangeQuestionProps) {
  const styles = useStyles();
  const { amount = null, method = payment.method } = changes;
  const to = amount === null ? paymentMethodLabels[method] : formatMoney(amount, 'payment');
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Change the ${paymentName(payment)}?`}
      consequence={
        <>
          {chargeChanges(payment, changes).map((line) => (
            <p key={line} className={styles.change}>
              {line}
            </p>
          ))}
          Only what is recorded changes: money that already moved stays where it is.
        </>
      }
      confirmLabel={`Change to ${to}`}
      {...rest}
    />
  );
}
