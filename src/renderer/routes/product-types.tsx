import { Tag24Regular } from '@fluentui/react-icons';
import { productTypes, type ProductType } from '#contract/product-types.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ProductTypeDialog } from '#renderer/features/product-types/product-type-dialog.tsx';
import { useChange } from '#renderer/lib/use-change.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { SearchFilter } from '#renderer/ui/filters.tsx';
import { ListScreen, type ListColumn } from '#renderer/ui/list-screen.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { useLookupDialogs } from '#renderer/ui/use-lookup-dialogs.tsx';

const columns: ListColumn<ProductType>[] = [
  { key: 'name', head: 'Name', cell: (row) => row.name },
  {
    key: 'serial',
    head: 'Units',
    width: '30%',
    cell: (row) =>
      row.requires_serial ? (
        'Need a serial number or IMEI'
      ) : (
        <MutedText>Serial number or IMEI if they have one</MutedText>
      ),
  },
  {
    key: 'warranty',
    head: 'Warranty',
    width: '22%',
    cell: (row) => {
      const [ofNew, ofUsed] = [row.warranty_months ?? 0, row.warranty_months_used ?? 0];
      if (!ofNew && !ofUsed) return <MutedText>None</MutedText>;
      return `${ofNew} months${ofUsed ? `, used ${ofUsed}` : ''}`;
    },
  },
  {
    key: 'reorder',
    head: 'Reorder point',
    width: '120px',
    align: 'end',
    cell: (row) => row.reorder_point ?? <MutedText>–</MutedText>,
  },
];

/** /product-types: what kinds of products the shop sells, filtered by its address. */
export function ProductTypesPage() {
  const { may } = useSignedIn();
  const list = useList(productTypes.list, { perPage: 20 });
  const remove = useChange(productTypes.delete, { failed: 'Failed to delete product type' });
  const { addButton, actionsFor, dialogs } = useLookupDialogs<ProductType>({
    addLabel: 'Add Product Type',
    mayAdd: may('products.create'),
    editLabel: may('products.edit') ? 'Edit' : undefined,
    dialog: (type, close) => <ProductTypeDialog type={type} onClose={close} />,
    deleteConsequence: ({ name }) => `${name} can no longer be chosen for a product.`,
    onDelete: ({ id }, tell) => remove.run({ params: { productTypeId: id } }, tell),
    mayDelete: () => may('products.delete'),
  });
  return (
    <ListScreen
      low
      title="Product Types"
      line="What kinds of products our stores sell."
      actions={addButton}
      list={list}
      filters={<SearchFilter list={list} label="Name" width={272} />}
      columns={columns}
      nameOf={(row) => row.name}
      actionsFor={actionsFor}
      empty={{
        icon: <Tag24Regular />,
        title: 'No product types yet',
        words: addButton ? 'A name is enough to start.' : 'Product types that a manager adds show here.',
        action: addButton,
      }}
      notFound={{ words: 'Check the name.' }}
    >
      {dialogs}
    </ListScreen>
  );
}
