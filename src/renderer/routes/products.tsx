import { Add20Regular, Box24Regular, Edit20Regular, Open20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import type { ListedProduct } from '#contract/products.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useProductActions } from '#renderer/features/products/product-actions.tsx';
import { productColumns } from '#renderer/features/products/product-columns.tsx';
import { ProductFilters } from '#renderer/features/products/product-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /products: the products with the store's stock, filtered by the address. */
export function ProductsPage() {
  const { may, store } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.products);
  const goTo = (path: string) => void navigate(path, { state: list.linkState });
  const actions = useProductActions({ may, onDuplicate: ({ id }) => goTo(`/products/new?from=${id}`) });
  const create: Action | null = may('products.create')
    ? { label: 'Add Product', icon: <Add20Regular />, onClick: () => goTo('/products/new') }
    : null;
  const actionsFor = (row: ListedProduct): RowAction[] => [
    { label: 'View', icon: <Open20Regular />, onClick: () => goTo(`/products/${row.id}`) },
    ...(may('products.edit')
      ? [{ label: 'Edit', icon: <Edit20Regular />, onClick: () => goTo(`/products/${row.id}/edit`) }]
      : []),
    ...actions.actionsFor(row),
  ];
  return (
    <ListScreen
      title="Products"
      line={`What our stores sell, with the stock at ${store.name}.`}
      actions={{ primary: create }}
      list={list}
      filters={<ProductFilters list={list} />}
      columns={productColumns}
      nameOf={(row) => row.name}
      pageOf={(row) => `/products/${row.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <Box24Regular />,
        title: 'No products yet',
        text: create
          ? 'A product starts with its first variation and what that costs.'
          : 'Products that a manager adds show here.',
        action: create && <ActionButton action={create} />,
      }}
      notFound={{ text: 'Check the name, SKU or barcode, or widen the filters.' }}
    >
      {actions.dialogs}
    </ListScreen>
  );
}
