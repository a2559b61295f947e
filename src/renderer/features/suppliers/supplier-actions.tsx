import { ArrowCounterclockwise20Regular, Delete20Regular, Prohibited20Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { suppliers, type Supplier } from '#contract/suppliers.ts';
import type { Permission } from '#domain/permissions.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { DeleteSupplierDialog } from './delete-supplier-dialog.tsx';

type Asked = { supplier: Supplier; to: 'activate' | 'deactivate' | 'delete' };

/** What can be done with suppliers besides looking at them and editing them, and the dialog that asks first. */
export function useSupplierActions(may: (permission: Permission) => boolean, onDeleted?: () => void) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const actionsFor = (supplier: Supplier): RowAction[] => [
    ...(may('inventory.update')
      ? [
          supplier.is_active
            ? {
                label: 'Deactivate',
                icon: <Prohibited20Regular />,
                onClick: () => setAsked({ supplier, to: 'deactivate' }),
              }
            : {
                label: 'Activate',
                icon: <ArrowCounterclockwise20Regular />,
                onClick: () => setAsked({ supplier, to: 'activate' }),
              },
        ]
      : []),
    ...(may('inventory.delete')
      ? [
          {
            label: 'Delete',
            icon: <Delete20Regular />,
            danger: true,
            onClick: () => setAsked({ supplier, to: 'delete' }),
          },
        ]
      : []),
  ];
  const dialogOf = ({ supplier, to }: Asked): ReactNode =>
    to === 'delete' ? (
      <DeleteSupplierDialog supplier={supplier} onDeleted={onDeleted} onClose={close} />
    ) : (
      <StatusDialog supplier={supplier} onClose={close} />
    );
  return { actionsFor, dialog: asked && dialogOf(asked) };
}

/** Asks before a supplier is deactivated, or activated again. */
function StatusDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const { id, name, is_active } = supplier;
  const { busy, run } = useRouteMutation(suppliers.update, {
    done: (after) => `${name} ${after.is_active ? 'activated' : 'deactivated'}`,
    failed: 'Failed to update supplier status',
  });
  const confirm = async () => {
    if (await run({ params: { supplierId: id }, body: { is_active: !is_active } })) onClose();
  };
  const verb = is_active ? 'Deactivate' : 'Activate';
  return (
    <ConfirmDialog
      open
      tone={is_active ? 'danger' : 'primary'}
      title={`${verb} ${name}?`}
      consequence={
        is_active
          ? `${name} is no longer offered for new purchase orders and new items. What came from them stays as it is.`
          : `${name} is offered again for new purchase orders and new items.`
      }
      confirmLabel={`${verb} ${name}`}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
