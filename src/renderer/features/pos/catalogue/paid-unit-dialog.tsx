import { pos } from '#contract/pos.ts';
import type { ErrorDetails } from '#contract/errors.ts';
import { depositText } from '#domain/payments.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';

/** A scanned or chosen unit that another customer paid for on a draft. */
export type PaidUnit = { unitId: number; deposit: NonNullable<ErrorDetails['deposit']> };

type PaidUnitDialogProps = {
  paid: PaidUnit;
  /** Called once the unit may go into this cart. */
  onAgreed: (unitId: number) => void;
  onClose: () => void;
};

/** Asks if a unit that another customer paid for is sold anyway; a manager approves it for who may not decide it. */
export function PaidUnitDialog({ paid: { unitId, deposit }, onAgreed, onClose }: PaidUnitDialogProps) {
  const approval = useApproval('paid_unit');
  const { busy, run } = useRouteMutation(pos.lockPaidFor, { failed: 'Failed to add item' });
  if (!approval.isKnown) return null;
  const title = 'This item was paid for';
  const text = `${depositText(deposit)}.`;
  const sellAnyway = async () => {
    const approved = await approval.ask({
      targetId: unitId,
      what: [{ label: 'Deposit', value: wholeFacts(text) }],
    });
    if (approved && (await run({ params: { itemId: unitId }, ...approved }))) onAgreed(unitId);
  };
  if (approval.isPossible) {
    return (
      <ConfirmDialog
        open
        title={title}
        consequence={wholeFacts(`${text} Sell it anyway?`)}
        confirmLabel="Sell it anyway"
        busy={busy}
        onConfirm={() => void sellAnyway()}
        onCancel={onClose}
      >
        {approval.dialog}
      </ConfirmDialog>
    );
  }
  return (
    <DialogShell
      open
      width={480}
      title={title}
      onClose={onClose}
      foot={
        <SendButton appearance="primary" autoFocus onClick={onClose}>
          Close
        </SendButton>
      }
    >
      <Text as="p" size="body" tone="text2">
        {wholeFacts(`${text} Only a manager can sell it to another customer.`)}
      </Text>
    </DialogShell>
  );
}
