import { BuildingFactory24Regular } from '@fluentui/react-icons';
import { manufacturers } from '#contract/manufacturers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ManufacturerDialog } from '#renderer/features/manufacturers/manufacturer-dialog.tsx';
import { useChange } from '#renderer/lib/use-change.ts';
import { useList, type RowOf } from '#renderer/lib/use-list.ts';
import { SearchFilter } from '#renderer/ui/filters.tsx';
import { ListScreen, type ListColumn } from '#renderer/ui/list-screen.tsx';
import { useLookupDialogs } from '#renderer/ui/use-lookup-dialogs.tsx';

type Manufacturer = RowOf<typeof manufacturers.list>;

const columns: ListColumn<Manufacturer>[] = [{ key: 'name', head: 'Name', cell: (row) => row.name }];

/** /manufacturers: who makes what the shop sells, filtered by its address. */
export function ManufacturersPage() {
  const { may } = useSignedIn();
  const list = useList(manufacturers.list, { perPage: 20 });
  const remove = useChange(manufacturers.delete, { failed: 'Failed to delete manufacturer' });
  const { addButton, actionsFor, dialogs } = useLookupDialogs<Manufacturer>({
    addLabel: 'Add Manufacturer',
    mayAdd: may('products.create'),
    editLabel: may('products.edit') ? 'Rename' : undefined,
    dialog: (maker, close) => <ManufacturerDialog maker={maker} onClose={close} />,
    deleteConsequence: ({ name }) => `${name} can no longer be chosen for a product.`,
    onDelete: ({ id }, tell) => remove.run({ params: { manufacturerId: id } }, tell),
    mayDelete: () => may('products.delete'),
  });
  return (
    <ListScreen
      low
      title="Manufacturers"
      line="Who makes what our stores sell."
      actions={addButton}
      list={list}
      filters={<SearchFilter list={list} label="Name" width={272} />}
      columns={columns}
      nameOf={(row) => row.name}
      actionsFor={actionsFor}
      empty={{
        icon: <BuildingFactory24Regular />,
        title: 'No manufacturers yet',
        words: addButton ? 'A name is enough to start.' : 'Manufacturers that a manager adds show here.',
        action: addButton,
      }}
      notFound={{ words: 'Check the name.' }}
    >
      {dialogs}
    </ListScreen>
  );
}
