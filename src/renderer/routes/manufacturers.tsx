import { BuildingFactory24Regular } from '@fluentui/react-icons';
import { manufacturers, type ManufacturerEntry } from '#contract/manufacturers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ManufacturerDialog } from '#renderer/features/manufacturers/manufacturer-dialog.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { LookupPage } from '#renderer/ui/lookup-page.tsx';
import { productsCountColumn } from '#renderer/ui/products-count.tsx';
import { lists } from './lists.ts';

const columns = [productsCountColumn<ManufacturerEntry>()];

/** /manufacturers: the manufacturers, filtered by the address. */
export function ManufacturersPage() {
  const { may } = useSignedIn();
  const list = useList(...lists.manufacturers);
  const remove = useRouteMutation(manufacturers.delete, { failed: 'Failed to delete manufacturer' });
  return (
    <LookupPage
      title="Manufacturers"
      line="Who makes what our stores sell."
      icon={<BuildingFactory24Regular />}
      list={list}
      columns={columns}
      pageOf={({ id }) => `/products?manufacturer_id=${id}`}
      addLabel="Add Manufacturer"
      mayAdd={may('products.create')}
      editLabel={may('products.edit') ? 'Rename' : undefined}
      dialog={(entry, close) => <ManufacturerDialog entry={entry} onClose={close} />}
      deleteConsequence={({ name }) => `${name} can no longer be chosen for a product.`}
      onDelete={({ id }, onError) => remove.run({ params: { manufacturerId: id } }, onError)}
      mayDelete={() => may('products.delete')}
    />
  );
}
