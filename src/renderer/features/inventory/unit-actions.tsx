import {
  BoxCheckmark20Regular,
  BoxDismiss20Regular,
  Delete20Regular,
  QrCode20Regular,
  Warning20Regular,
  Wrench20Regular,
} from '@fluentui/react-icons';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { InventoryUnit } from '#contract/inventory.ts';
import type { Permission } from '#domain/permissions.ts';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { DeleteUnitDialog } from './delete-unit-dialog.tsx';
import { LinkLabelDialog } from './link-label-dialog.tsx';
import { StatusDialog, turnsOf, turnText, type Turn } from './status-dialog.tsx';

const turnIcons: Record<Turn, ReactElement> = {
  defective: <Warning20Regular />,
  lost: <BoxDismiss20Regular />,
  repaired: <Wrench20Regular />,
  found: <BoxCheckmark20Regular />,
};

type May = (permission: Permission) => boolean;

/** What is in a cart, sold, on its way or returned stays as it is. */
const isChangeable = ({ status }: InventoryUnit) => ['available', 'defective', 'lost'].includes(status);

/** Whether somebody may change a unit as it is now. */
export const mayChange = (unit: InventoryUnit, may: May) => may('inventory.edit') && isChangeable(unit);

/** What can be done with units besides looking at them and editing them, and the dialog that asks about it. */
export function useUnitActions(may: May, onDeleted?: () => void) {
  const [asked, setAsked] = useState<{ unit: InventoryUnit; turn: Turn | 'delete' | 'label' } | null>(null);
  const close = () => setAsked(null);
  const actionsFor = (unit: InventoryUnit): RowAction[] => [
    ...(may('inventory.create') && isChangeable(unit) && unit.qr_code === null
      ? [
          {
            label: 'Link Label',
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
    return turn === 'delete' ? (
      <DeleteUnitDialog unit={unit} onDeleted={onDeleted} onClose={close} />
    ) : (
      <StatusDialog unit={unit} turn={turn} onClose={close} />
    );
  };
  return { actionsFor, dialog: asked && dialogOf(asked) };
}
