import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '#contract/errors.ts';
import { inventory, type InventoryUnit, type unitForm, type UnitLife } from '#contract/inventory.ts';
import { purchaseOrders, type PurchaseOrder } from '#contract/purchase-orders.ts';
import { qrCodes, type QrCode } from '#contract/qr-codes.ts';
import type { z } from '#contract/zod.ts';
import { normaliseQrCode } from '#domain/barcodes.ts';
import { numberLines } from '#domain/units.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { LabelNote, proposedBy } from '#renderer/features/inventory/label-note.tsx';
import { UnitFormPage } from '#renderer/features/inventory/unit-form-page.tsx';
import { noUnit } from '#renderer/features/inventory/unit-skeleton.tsx';
import { productWords, unitWords } from '#renderer/features/inventory/unit-words.ts';
import { read } from '#renderer/lib/read.ts';
import { useChange, type TellRefusal } from '#renderer/lib/use-change.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';

/** /inventory/create: a new unit of the store; `?qr_code=` is the label that it gets. */
export function NewUnitPage() {
  const [params] = useSearchParams();
  const qrCode = normaliseQrCode(params.get('qr_code') ?? '') || null;
  return qrCode === null ? <NewUnit qrCode={null} label={null} /> : <LabelledUnit qrCode={qrCode} />;
}

/** What the label says is looked for first: the form begins with it. */
function LabelledUnit({ qrCode }: { qrCode: string }) {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const found = useQuery(read(qrCodes.get, { params: { code: qrCode } }));
  const orderId = found.data?.status === 'unused' ? found.data.supplier_transaction.id : null;
  const order = useQuery({
    ...read(purchaseOrders.get, { params: { orderId: orderId ?? 0 } }),
    enabled: orderId !== null,
  });
  // A code that was not made here is an item's own all the same.
  const isMissing = found.error instanceof ApiError && found.error.status === 404;
  const asked = isMissing ? { ...found, data: null, error: null, isError: false } : found;
  return (
    <Loaded<unknown> back={back} query={orderId === null ? asked : order} {...noUnit}>
      {() => (
        <NewUnit
          key={qrCode}
          qrCode={qrCode}
          label={{ code: found.data ?? null, order: orderId === null ? null : (order.data ?? null) }}
        />
      )}
    </Loaded>
  );
}

type NewUnitProps = {
  qrCode: string | null;
  /** What is known of the label whose code was scanned; `code` is null for one that was not made here. */
  label: { code: QrCode | null; order: PurchaseOrder | null } | null;
};

/** Makes the unit: with the label that the form was opened for, as what it is for; with any other code as an own one. */
function useAdding(label: NewUnitProps['label']) {
  const { store } = useSignedIn();
  const words = {
    done: (unit: InventoryUnit) => ({ title: `${productWords(unit)} added`, body: numberLines(unit)[0] }),
    failed: 'Failed to create inventory item',
  };
  const { run: create } = useChange(inventory.create, words);
  const { run: createAndLink } = useChange(qrCodes.createAndLink, words);
  const unused = label?.code?.status === 'unused' ? label.code.qr_code : null;
  return ({ qr_code, ...values }: z.output<typeof unitForm>, tell: TellRefusal) => {
    const body = { ...values, store_id: store.id };
    return unused !== null && qr_code === unused
      ? createAndLink({ params: { code: unused }, body }, tell)
      : create({ body: { ...body, qr_code } }, tell);
  };
}

function NewUnit({ qrCode, label }: NewUnitProps) {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { store, may } = useSignedIn();
  const add = useAdding(label);
  return (
    <UnitFormPage
      unit={null}
      qrCode={qrCode}
      proposed={label?.order ? proposedBy(label.order) : null}
      note={label ? <LabelNote code={label.code} storeId={store.id} /> : null}
      seesCosts={may('costs.view')}
      header={
        <DetailHeader
          back={back}
          title="Add Item"
          line={`It is added to ${store.name}. A scan fills the field with the cursor.`}
        />
      }
      send={async (values, { tell, isShown }, andNext) => {
        const unit = await add(values, tell);
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
