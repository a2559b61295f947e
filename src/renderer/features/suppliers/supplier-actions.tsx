import { makeStyles } from '@fluentui/react-components';
import {
  ArrowCounterclockwise20Regular,
  Delete20Regular,
  Prohibited20Regular,
  Warning20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Supplier, suppliers, type SupplierStats } from '#contract/suppliers.ts';
import type { Permission } from '#domain/permissions.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DeleteDialog } from '#renderer/ui/delete-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { palette, tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  warning: { ...type.bodyStrong, display: 'flex', gap: '8px', margin: '12px 0 0', color: tones.orange[1] },
  note: { ...type.body, margin: '12px 0 0', color: palette.text3 },
  icon: { flexShrink: 0 },
});

const items = (count: number) =>
  count === 1 ? '1 inventory item' : `${count.toLocaleString('en-PH')} inventory items`;

function itemsText({ total_inventory_items: total, active_inventory_items: active }: SupplierStats) {
  const inStock =
    active === 0 ? '' : `, ${active === total ? 'all' : active.toLocaleString('en-PH')} in stock`;
  return `${items(total)} came from them${inStock}. They stay, and keep the name.`;
}

const warningsOf = (stats: SupplierStats): string[] => [
  ...(stats.open_orders > 0 ? [ordersText(stats.open_orders)] : []),
  ...(stats.total_inventory_items > 0 ? [itemsText(stats)] : []),
];

const ordersText = (count: number) =>
  count === 1
    ? '1 order is still open with them. It stays, and can be received or ended.'
    : `${count.toLocaleString('en-PH')} orders are still open with them. They stay, and can be received or ended.`;

type DeleteSupplierDialogProps = { supplier: Supplier; onDeleted?: () => void; onClose: () => void };

/** Asks before deleting a supplier, with a warning if units came from them or orders are open. */
function DeleteSupplierDialog({ supplier, onDeleted, onClose }: DeleteSupplierDialogProps) {
  const styles = useStyles();
  const params = { supplierId: supplier.id };
  const stats = useQuery({ ...read(suppliers.stats, { params }), staleTime: 0 });
  const { run } = useRouteMutation(suppliers.delete, { failed: 'Failed to delete supplier' });
  const remove: Parameters<typeof DeleteDialog>[0]['onDelete'] = async (onError) => {
    const done = await run({ params }, onError);
    if (done) onDeleted?.();
    return done;
  };
  return (
    <DeleteDialog
      name={supplier.name}
      consequence={
        <>
          {supplier.name} leaves the list of suppliers and can no longer be chosen.
          {stats.isError ? (
            <p className={styles.note}>
              Whether items came from them, and orders are open, could not be looked up. Any would keep the
              name.
            </p>
          ) : !stats.data ? (
            <p role="status" className={styles.note}>
              Looking for items that came from them…
            </p>
          ) : (
            <>
              {warningsOf(stats.data).map((warning) => (
                <p key={warning} className={styles.warning}>
                  <Warning20Regular className={styles.icon} aria-hidden="true" />
                  {warning}
                </p>
              ))}
            </>
          )}
        </>
      }
      isLooking={stats.isPending}
      onDelete={remove}
      onClose={onClose}
    />
  );
}

type Asked = { supplier: Supplier; to: 'activate' | 'deactivate' | 'delete' };

/** Returns the actions on suppliers besides viewing and editing, and their confirmation dialogs. */
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

/** Asks before deactivating or reactivating a supplier. */
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
