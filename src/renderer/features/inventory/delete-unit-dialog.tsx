import { inventory, type InventoryUnit } from '#contract/inventory.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { productNameText, unitNameText } from './unit-text.ts';

type DeleteUnitDialogProps = {
  unit: InventoryUnit;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
};

/** Asks why a unit is deleted that was made by mistake. */
export function DeleteUnitDialog({ unit, onDeleted, onClose }: DeleteUnitDialogProps) {
  const { busy, run } = useRouteMutation(inventory.delete, {
    done: `${productNameText(unit)} deleted`,
    failed: 'Failed to delete inventory item',
  });
  const confirm = async (reason: string) => {
    if (!(await run({ params: { itemId: unit.id }, body: { reason } }))) return;
    onClose();
    onDeleted?.();
  };
  return (
    <ReasonDialog
      title="Delete this item?"
      consequence={`${unitNameText(unit)} is removed for good, as if it had never been entered: a purchase order that it came on has one more to come. Mark it as lost or defective if it was there.`}
      confirmLabel="Delete Item"
      busy={busy}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    />
  );
}
