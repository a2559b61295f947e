import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { inventory, type UnitLife } from '#contract/inventory.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { numberLines } from '#domain/units.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { UnitFormPage } from '#renderer/features/inventory/unit-form-page.tsx';
import { noUnit } from '#renderer/features/inventory/unit-skeleton.tsx';
import { productWords, unitWords } from '#renderer/features/inventory/unit-words.ts';
import { read } from '#renderer/lib/read.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';

/** /inventory/create: a new unit of the store; `?qr_code=` is the label that it gets. */
export function NewUnitPage() {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [params] = useSearchParams();
  const { store, may } = useSignedIn();
  const qrCode = normaliseCode(params.get('qr_code') ?? '');
  const { run } = useChange(inventory.create, {
    done: (unit) => ({ title: `${productWords(unit)} added`, body: numberLines(unit)[0] }),
    failed: 'Failed to create inventory item',
  });
  return (
    <UnitFormPage
      unit={null}
      qrCode={qrCode || null}
      seesCosts={may('costs.view')}
      header={
        <DetailHeader
          back={back}
          title="Add Item"
          line={`It is added to ${store.name}. A scan fills the field with the cursor.`}
        />
      }
      send={async (values, { tell, isShown }, andNext) => {
        const unit = await run({ body: { ...values, store_id: store.id } }, tell);
        if (unit && !andNext && isShown()) {
          await navigate(`/inventory/${unit.id}`, { replace: true, state });
        }
        return unit !== null;
      }}
      onCancel={() => void navigate(back.to)}
    />
  );
}

/** /inventory/:inventoryId/edit. */
export function EditUnitPage() {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const query = useAddressed('inventoryId', (itemId) => read(inventory.get, { params: { itemId } }));
  return (
    <Loaded back={back} query={query} {...noUnit}>
      {(unit) => <EditUnit key={unit.id} unit={unit} />}
    </Loaded>
  );
}

function EditUnit({ unit }: { unit: UnitLife }) {
  const { state } = useLocation() as { state: unknown };
  const { may } = useSignedIn();
  const detail = `/inventory/${unit.id}`;
  const leave = useReturn(detail);
  const { run } = useChange(inventory.update, {
    done: 'Inventory item updated',
    failed: 'Failed to update inventory item',
  });
  return (
    <UnitFormPage
      unit={unit}
      seesCosts={may('costs.view')}
      header={
        <DetailHeader
          back={{ to: detail, label: productWords(unit), state }}
          title="Edit Item"
          line={unitWords(unit)}
        />
      }
      send={async (_, { changed, tell, isShown }) => {
        const { product_variation_id: _stays, ...body } = changed;
        const saved = await run({ params: { itemId: unit.id }, body }, tell);
        if (saved && isShown()) await leave();
        return saved !== null;
      }}
      onCancel={() => void leave()}
    />
  );
}
