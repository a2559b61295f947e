import {
  ArrowCounterclockwise20Regular,
  Copy20Regular,
  Delete20Regular,
  Prohibited20Regular,
} from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { products, type Product } from '#contract/products.ts';
import type { Permission } from '#domain/permissions.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';

type Acted = Pick<Product, 'id' | 'name' | 'status'>;

type ProductActions = {
  may: (permission: Permission) => boolean;
  /** Opens the form of a new product, prefilled from this one. */
  onDuplicate: (product: Acted) => void;
  /** Called after a permanent deletion. */
  onGone?: () => void;
};

/** Returns the actions on a product besides viewing and editing, and their confirmation dialogs. */
export function useProductActions({ may, onDuplicate, onGone }: ProductActions) {
  const [asking, setAsking] = useState<{ product: Acted; to: 'deactivate' | 'delete' } | null>(null);
  const update = useRouteMutation(products.update, {
    done: ({ name, status }) => `${name} ${status === 'active' ? 'activated' : 'deactivated'}`,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const remove = useRouteMutation(products.delete, {
    done: ({ message }) => message,
    failed: 'Failed to delete product',
    isFixed: true,
  });
  const close = () => setAsking(null);
  const setStatus = (product: Acted, status: Product['status']) =>
    update.run({ params: { productId: product.id }, body: { status } });
  const confirm = async ({ product, to }: NonNullable<typeof asking>) => {
    if (to === 'deactivate') return (await setStatus(product, 'inactive')) ? close() : undefined;
    const answer = await remove.run({ params: { productId: product.id } });
    if (!answer) return undefined;
    close();
    return answer.is_deleted ? onGone?.() : undefined;
  };
  const actionsFor = (product: Acted): RowAction[] => [
    ...(may('products.create')
      ? [{ label: 'Duplicate', icon: <Copy20Regular />, onClick: () => onDuplicate(product) }]
      : []),
    ...(may('products.edit') && product.status === 'inactive'
      ? [
          {
            label: 'Activate',
            icon: <ArrowCounterclockwise20Regular />,
            onClick: () => void setStatus(product, 'active'),
          },
        ]
      : []),
    ...(may('products.edit') && product.status === 'active'
      ? [
          {
            label: 'Deactivate',
            icon: <Prohibited20Regular />,
            onClick: () => setAsking({ product, to: 'deactivate' }),
          },
        ]
      : []),
    ...(may('products.delete')
      ? [
          {
            label: 'Delete',
            icon: <Delete20Regular />,
            danger: true,
            onClick: () => setAsking({ product, to: 'delete' }),
          },
        ]
      : []),
  ];
  const verb = asking?.to === 'delete' ? 'Delete' : 'Deactivate';
  const dialogs: ReactNode = asking ? (
    <ConfirmDialog
      open
      title={`${verb} ${asking.product.name}?`}
      consequence={
        asking.to === 'delete'
          ? `${asking.product.name} is deleted with its variations and history. If there were ever units of it, it is deactivated instead.`
          : `${asking.product.name} is no longer shown at the till. Units of it that are there can still be scanned and sold.`
      }
      confirmLabel={`${verb} ${asking.product.name}`}
      busy={update.busy || remove.busy}
      onConfirm={() => void confirm(asking)}
      onCancel={close}
    />
  ) : null;
  return { actionsFor, dialogs };
}
