import { Add20Regular, BuildingFactory24Regular } from '@fluentui/react-icons';
import { manufacturers } from '#contract/manufacturers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ManufacturerDialog } from '#renderer/features/manufacturers/manufacturer-dialog.tsx';
import { useChange } from '#renderer/lib/use-change.ts';
import { useList, type RowOf } from '#renderer/lib/use-list.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextFilter } from '#renderer/ui/filters.tsx';
import { ListScreen, type ListColumn } from '#renderer/ui/list-screen.tsx';
import { useLookupDialogs } from '#renderer/ui/use-lookup-dialogs.tsx';

type Manufacturer = RowOf<typeof manufacturers.list>;

const columns: ListColumn<Manufacturer>[] = [
  { key: 'name', head: 'Name', sort: 'name', cell: (row) => row.name },
];

/** /manufacturers: who makes what the shop sells, filtered by its address. */
export function ManufacturersPage() {
  const { may } = useSignedIn();
  const list = useList(manufacturers.list, { perPage: 20 });
  const remove = useChange(manufacturers.delete, { failed: 'Failed to delete manufacturer' });
  const addLabel = 'Add Manufacturer';
  const { add, actionsFor, dialogs } = useLookupDialogs<Manufacturer>({
    addLabel,
    dialog: (_, close) => <ManufacturerDialog onClose={close} />,
    deleteConsequence: ({ name }) => `${name} can no longer be chosen for a product.`,
    onDelete: ({ id }, tell) => remove.run({ params: { manufacturerId: id } }, tell),
    mayDelete: () => may('products.delete'),
  });
  const create = may('products.create') ? (
    <Button appearance="primary" icon={<Add20Regular />} onClick={add}>
      {addLabel}
    </Button>
  ) : null;
  return (
    <ListScreen
      low
      title="Manufacturers"
      line="Who makes what our stores sell."
      actions={create}
      list={list}
      filters={
        <TextFilter
          search
          label="Name"
          width={272}
          value={list.query.search}
          onChange={(search) => list.change({ search })}
        />
      }
      columns={columns}
      sort="name"
      nameOf={(row) => row.name}
      actionsFor={actionsFor}
      empty={{
        icon: <BuildingFactory24Regular />,
        title: 'No manufacturers yet',
        words: create ? 'A name is enough to start.' : 'Manufacturers that a manager adds show here.',
        action: create,
      }}
      notFound={{ words: 'Check the name.' }}
    >
      {dialogs}
    </ListScreen>
  );
}
