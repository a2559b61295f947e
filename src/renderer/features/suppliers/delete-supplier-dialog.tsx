import { makeStyles } from '@fluentui/react-components';
import { Warning20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { suppliers, type Supplier, type SupplierStats } from '#contract/suppliers.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { DeleteDialog } from '#renderer/ui/delete-dialog.tsx';
import { palette, tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  warning: { ...type.bodyStrong, display: 'flex', gap: '8px', margin: '12px 0 0', color: tones.orange[1] },
  note: { ...type.body, margin: '12px 0 0', color: palette.text3 },
  icon: { flexShrink: 0 },
});

const items = (count: number) =>
  count === 1 ? '1 inventory item' : `${count.toLocaleString('en-PH')} inventory items`;

function warningOf({ total_inventory_items: total, active_inventory_items: active }: SupplierStats) {
  const inStock =
    active === 0 ? '' : `, ${active === total ? 'all' : active.toLocaleString('en-PH')} in stock`;
  return `${items(total)} came from them${inStock}. They stay, and keep the name.`;
}

type DeleteSupplierDialogProps = { supplier: Supplier; onDeleted?: () => void; onClose: () => void };

/** Asks before a supplier is taken off the list, and warns where items came from them. */
export function DeleteSupplierDialog({ supplier, onDeleted, onClose }: DeleteSupplierDialogProps) {
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
              Whether items came from them could not be looked up. Any would keep the name.
            </p>
          ) : !stats.data ? (
            <p role="status" className={styles.note}>
              Looking for items that came from them…
            </p>
          ) : stats.data.total_inventory_items > 0 ? (
            <p className={styles.warning}>
              <Warning20Regular className={styles.icon} aria-hidden="true" />
              {warningOf(stats.data)}
            </p>
          ) : null}
        </>
      }
      isLooking={stats.isPending}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
