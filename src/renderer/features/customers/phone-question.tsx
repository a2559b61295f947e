import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import type { usePhoneQuestion } from './use-phone-question.ts';

type PhoneQuestionProps = Pick<ReturnType<typeof usePhoneQuestion>, 'question'> & { isNew: boolean };

/** Whether two customers shall have one number. */
export function PhoneQuestion({ question, isNew }: PhoneQuestionProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      tone="primary"
      title={isNew ? 'Create a second customer with this number?' : 'Give this number to a second customer?'}
      consequence={`${question?.owner.name ?? ''} has this number. Two records split one person’s points and purchases.`}
      confirmLabel={isNew ? 'Create Customer' : 'Update Customer'}
      onConfirm={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
    />
  );
}
