import {
  BoxCheckmark20Regular,
  BoxDismiss20Regular,
  Delete20Regular,
  Edit20Regular,
  QrCode20Regular,
  Warning20Regular,
  Wrench20Regular,
} from '@fluentui/react-icons';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '#contract/errors.ts';
import { inventory, unitChanges, type InventoryUnit } from '#contract/inventory.ts';
import { qrCodes } from '#contract/qr-codes.ts';
import { normaliseQrCode, readScan } from '#domain/barcodes.ts';
import type { Permission } from '#domain/permissions.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { LabelCodeField } from '#renderer/ui/label-code-field.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { productNameText, unitNameText } from './unit-text.ts';

/** The changes of state that a person can record. */
type Turn = 'defective' | 'lost' | 'repaired' | 'found';

const turnsFrom: Partial<Record<InventoryUnit['status'], readonly Turn[]>> = {
  available: ['defective', 'lost'],
  defective: ['repaired'],
  lost: ['found'],
};
const turnsOf = ({ status }: InventoryUnit): readonly Turn[] => turnsFrom[status] ?? [];

type TurnText = {
  /** The menu entry. */
  label: string;
  title: string;
  consequence: (unit: string) => string;
  status: 'available' | 'defective' | 'lost';
  done: (unit: string) => string;
};

const turnText: Record<Turn, TurnText> = {
  defective: {
    label: 'Mark as defective',
    title: 'Mark as defective?',
    consequence: (unit) => `${unit} can no longer be sold until somebody marks it as repaired.`,
    status: 'defective',
    done: (unit) => `${unit} is defective`,
  },
  lost: {
    label: 'Mark as lost',
    title: 'Mark as lost?',
    consequence: (unit) => `${unit} is taken off the stock until somebody finds it.`,
    status: 'lost',
    done: (unit) => `${unit} is lost`,
  },
  repaired: {
    label: 'Mark as repaired',
    title: 'Mark as repaired?',
    consequence: (unit) => `${unit} goes back into stock and can be sold.`,
    status: 'available',
    done: (unit) => `${unit} is available again`,
  },
  found: {
    label: 'Mark as found',
    title: 'Mark as found?',
    consequence: (unit) => `${unit} goes back into stock and can be sold.`,
    status: 'available',
    done: (unit) => `${unit} is available again`,
  },
};

type StatusDialogProps = { unit: InventoryUnit; turn: Turn; onClose: () => void };

/** Asks why a unit is defective, lost, repaired or found. */
function StatusDialog({ unit, turn, onClose }: StatusDialogProps) {
  const text = turnText[turn];
  const { busy, run } = useRouteMutation(inventory.update, {
    done: text.done(productNameText(unit)),
    failed: 'Failed to update inventory item',
  });
  const confirm = async (reason: string) => {
    const body = { status: text.status, reason };
    const isDone = await run({ params: { itemId: unit.id }, body }, (refusal) => {
      // The unit changed state meanwhile, which the page behind shows.
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

type LinkLabelDialogProps = { unit: InventoryUnit; onClose: () => void };

/** Links a scanned label of the unit's order to the unit; a refusal stands at the field. */
function LinkLabelDialog({ unit, onClose }: LinkLabelDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { busy, run } = useRouteMutation(qrCodes.createAndLink, {
    done: ({ qr_code }) => ({ title: `${qr_code} linked`, body: unitNameText(unit) }),
    failed: 'QR code not linked',
  });
  const link = async (given: string) => {
    const code = normaliseQrCode(readScan(given));
    setTyped(code);
    if (code === '') {
      setError('Scan or type the code of a label');
      return soundError();
    }
    setError(null);
    const onError = (refusal: ApiError) => {
      setError(Object.values(refusal.fields).flat()[0] ?? refusal.message);
      soundError();
      return null;
    };
    if (await run({ params: { code }, body: { inventory_item_id: unit.id } }, onError)) onClose();
  };
  const latest = useLatest((code: string) => void link(code));
  useEffect(() => takeScans((code) => latest.current(code)), [latest]);
  return (
    <DialogShell
      open
      width={600}
      locked={busy}
      isDirty={typed.trim() !== ''}
      title="Link label"
      line={unitNameText(unit)}
      onClose={onClose}
      foot={
        <>
          <Button size="till" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <SendButton appearance="primary" disabled={busy} onClick={() => void link(typed)}>
            Link label
          </SendButton>
        </>
      }
    >
      <LabelCodeField
        hint="A label of the order that it came on."
        value={typed}
        error={error}
        onType={(text) => {
          setTyped(text);
          setError(null);
        }}
      />
    </DialogShell>
  );
}

type DeleteUnitDialogProps = {
  unit: InventoryUnit;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
};

/** Asks why a unit that was created by mistake is deleted. */
function DeleteUnitDialog({ unit, onDeleted, onClose }: DeleteUnitDialogProps) {
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
      confirmLabel="Delete item"
      busy={busy}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    />
  );
}

const costForm = unitChanges.pick({ purchase_cost: true });

/** Corrects what a sold item cost, as when its invoice comes later; nothing else of it changes. */
function CostDialog({ unit, onClose }: { unit: InventoryUnit; onClose: () => void }) {
  const { run } = useRouteMutation(inventory.update, {
    done: `Cost of ${productNameText(unit)} corrected`,
    failed: 'Failed to update inventory item',
  });
  const form = useContractForm(costForm, {
    values: emptyForm(costForm, { purchase_cost: unit.purchase_cost ?? null }),
    send: async (body, { onError }) => {
      if (await run({ params: { itemId: unit.id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Correct cost"
      line={unitNameText(unit)}
      submitLabel="Save cost"
      footNote="The margin of its sale changes. The item’s history keeps both costs."
      onClose={onClose}
    >
      <FormMoneyField label="Cost" control={form.control} name="purchase_cost" />
    </FormDialog>
  );
}

const turnIcons: Record<Turn, ReactElement> = {
  defective: <Warning20Regular />,
  lost: <BoxDismiss20Regular />,
  repaired: <Wrench20Regular />,
  found: <BoxCheckmark20Regular />,
};

type May = (permission: Permission) => boolean;

/** True unless the unit is in a cart, sold, in transit or returned. */
const isChangeable = ({ status }: InventoryUnit) => ['available', 'defective', 'lost'].includes(status);

/** True if the person may change the unit in its present state. */
export const mayChange = (unit: InventoryUnit, may: May) => may('inventory.edit') && isChangeable(unit);

/**
 * Returns a unit's actions besides viewing and editing, and the dialog of the chosen one. `mayBegin` is what the person
 * may do at its store, which is only cleared if it is inactive.
 */
export function useUnitActions(may: May, { mayBegin, onDeleted }: { mayBegin: May; onDeleted?: () => void }) {
  const [asked, setAsked] = useState<{
    unit: InventoryUnit;
    turn: Turn | 'delete' | 'label' | 'cost';
  } | null>(null);
  const close = () => setAsked(null);
  const actionsFor = (unit: InventoryUnit): RowAction[] => [
    ...(mayBegin('inventory.create') && isChangeable(unit) && unit.qr_code === null
      ? [
          {
            label: 'Link label',
            icon: <QrCode20Regular />,
            onClick: () => setAsked({ unit, turn: 'label' as const }),
          },
        ]
      : []),
    ...(mayChange(unit, may) ? turnsOf(unit) : []).map((turn) => ({
      label: turnText[turn].label,
      icon: turnIcons[turn],
      onClick: () => setAsked({ unit, turn }),
    })),
    ...(unit.status === 'sold' && may('inventory.edit') && may('costs.view')
      ? [
          {
            label: 'Correct cost',
            icon: <Edit20Regular />,
            onClick: () => setAsked({ unit, turn: 'cost' as const }),
          },
        ]
      : []),
    ...(may('inventory.delete') && isChangeable(unit)
      ? [
          {
            label: 'Delete',
            icon: <Delete20Regular />,
            danger: true,
            onClick: () => setAsked({ unit, turn: 'delete' as const }),
          },
        ]
      : []),
  ];
  const dialogOf = ({ unit, turn }: NonNullable<typeof asked>): ReactNode => {
    if (turn === 'label') return <LinkLabelDialog unit={unit} onClose={close} />;
    if (turn === 'cost') return <CostDialog unit={unit} onClose={close} />;
    return turn === 'delete' ? (
      <DeleteUnitDialog unit={unit} onDeleted={onDeleted} onClose={close} />
    ) : (
      <StatusDialog unit={unit} turn={turn} onClose={close} />
    );
  };
  return { actionsFor, dialog: asked && dialogOf(asked) };
}
