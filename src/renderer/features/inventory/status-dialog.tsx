import { inventory, type InventoryUnit } from '#contract/inventory.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { productNameText, unitNameText } from './unit-text.ts';

/** What somebody can say has become of a unit, by the state that it is in. */
export type Turn = 'defective' | 'lost' | 'repaired' | 'found';

const turnsFrom: Partial<Record<InventoryUnit['status'], readonly Turn[]>> = {
  available: ['defective', 'lost'],
  defective: ['repaired'],
  lost: ['found'],
};
export const turnsOf = ({ status }: InventoryUnit): readonly Turn[] => turnsFrom[status] ?? [];

type TurnText = {
  /** In a menu. */
  label: string;
  title: string;
  consequence: (unit: string) => string;
  status: 'available' | 'defective' | 'lost';
  done: (unit: string) => string;
};

export const turnText: Record<Turn, TurnText> = {
  defective: {
    label: 'Mark as Defective',
    title: 'Mark as defective?',
    consequence: (unit) => `${unit} can no longer be sold until somebody marks it as repaired.`,
    status: 'defective',
    done: (unit) => `${unit} is defective`,
  },
  lost: {
    label: 'Mark as Lost',
    title: 'Mark as lost?',
    consequence: (unit) => `${unit} is taken off the stock until somebody finds it.`,
    status: 'lost',
    done: (unit) => `${unit} is lost`,
  },
  repaired: {
    label: 'Mark as Repaired',
    title: 'Mark as repaired?',
    consequence: (unit) => `${unit} goes back into stock and can be sold.`,
    status: 'available',
    done: (unit) => `${unit} is available again`,
  },
  found: {
    label: 'Mark as Found',
    title: 'Mark as found?',
    consequence: (unit) => `${unit} goes back into stock and can be sold.`,
    status: 'available',
    done: (unit) => `${unit} is available again`,
  },
};

type StatusDialogProps = { unit: InventoryUnit; turn: Turn; onClose: () => void };

/** Asks why a unit is defective, lost, repaired or found. */
export function StatusDialog({ unit, turn, onClose }: StatusDialogProps) {
  const text = turnText[turn];
  const { busy, run } = useRouteMutation(inventory.update, {
    done: text.done(productNameText(unit)),
    failed: 'Failed to update inventory item',
  });
  const confirm = async (reason: string) => {
    const body = { status: text.status, reason };
    const isDone = await run({ params: { itemId: unit.id }, body }, (refusal) => {
      // It is in another state by now, which the page behind shows.
      if (refusal.code === 'illegal_state') onClose();
      return refusal;
    });
    if (isDone) onClose();
  };
  return (
    <ReasonDialog
      title={text.title}
      consequence={text.consequence(unitNameText(unit))}
      confirmLabel={text.label}
      tone={text.status === 'available' ? 'primary' : 'danger'}
      busy={busy}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    />
  );
}
