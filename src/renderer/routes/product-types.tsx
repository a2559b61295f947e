import { Tag24Regular } from '@fluentui/react-icons';
import { productTypes, type ProductTypeEntry } from '#contract/product-types.ts';
import { scannedNumbersLabels } from '#domain/receiving.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ProductTypeDialog } from '#renderer/features/product-types/product-type-dialog.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useList } from '#renderer/lib/use-list.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { LookupPage } from '#renderer/ui/lookup-page.tsx';
import { productsCountColumn } from '#renderer/ui/products-count.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { lists } from './lists.ts';

const columns: ListColumn<ProductTypeEntry>[] = [
  {
    key: 'serial',
    head: 'Serial number or IMEI',
    width: 'content',
    sort: 'requires_serial',
    cell: (row) => (row.requires_serial ? 'Required' : <MutedText>Optional</MutedText>),
  },
  {
    key: 'numbers',
    head: 'Scanned when received',
    width: 'content',
    cell: ({ requires_serial, scanned_numbers }) => {
      const numbers = scannedNumbersLabels[scanned_numbers];
      return requires_serial ? numbers : <MutedText>{numbers}</MutedText>;
    },
  },
  {
    key: 'warranty',
    head: 'Warranty',
    width: 'content',
    sort: 'warranty_months',
    cell: (row) => {
      const [ofNew, ofUsed] = [row.warranty_months ?? 0, row.warranty_months_used ?? 0];
      if (!ofNew && !ofUsed) return <MutedText>None</MutedText>;
      return `${ofNew} months${ofUsed ? `, used ${ofUsed}` : ''}`;
    },
  },
  {
    key: 'reorder',
    head: 'Reorder point',
    width: 'content',
    sort: 'reorder_point',
    align: 'end',
    cell: (row) => row.reorder_point ?? <MutedText>–</MutedText>,
  },
  productsCountColumn(),
];

/** /product-types: the product types, filtered by the address. */
export function ProductTypesPage() {
  const { may } = useSignedIn();
  const list = useList(...lists.productTypes);
  const remove = useRouteMutation(productTypes.delete, { failed: 'Failed to delete product type' });
  return (
    <LookupPage
      title="Product Types"
      line="What kinds of products our stores sell."
      icon={<Tag24Regular />}
      list={list}
      columns={columns}
      pageOf={({ id }) => `/products?product_type_id=${id}`}
      addLabel="Add Product Type"
      mayAdd={may('products.create')}
      editLabel={may('products.edit') ? 'Edit' : undefined}
      dialog={(entry, close) => <ProductTypeDialog entry={entry} onClose={close} />}
      deleteConsequence={({ name }) => `${name} can no longer be chosen for a product.`}
      onDelete={({ id }, onError) => remove.run({ params: { productTypeId: id } }, onError)}
      mayDelete={() => may('products.delete')}
    />
  );
}
