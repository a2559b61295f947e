import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '#contract/errors.ts';
import { inventory, type InventoryUnit, type unitForm, type UnitHistory } from '#contract/inventory.ts';
import { purchaseOrders, type PurchaseOrder } from '#contract/purchase-orders.ts';
import { qrCodes, type LinkableUnit, type QrCode } from '#contract/qr-codes.ts';
import type { z } from '#contract/zod.ts';
import { normaliseQrCode } from '#domain/barcodes.ts';
import { looksLikeLabel } from '#domain/qr-codes.ts';
import { numberLines } from '#domain/units.ts';
import { ActiveStoreOnly } from '#renderer/app/active-store-only.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { LabelNote, proposedBy } from '#renderer/features/inventory/label-note.tsx';
import { LinkReceived } from '#renderer/features/inventory/link-received.tsx';
import { UnitFormPage } from '#renderer/features/inventory/unit-form-page.tsx';
import { noUnit } from '#renderer/features/inventory/unit-skeleton.tsx';
import { productNameText } from '#renderer/features/inventory/unit-text.ts';
import { read } from '#renderer/lib/read.ts';
import { holdScan, takeScans } from '#renderer/lib/scans.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';

/** No refetch when this screen links the code: the screen shows the outcome itself. */
const STANDS_STILL = { standsStill: true };

/** `code`: null if it was not generated here and so belongs to an item; undefined while unknown or not asked for. */
type Label = { code: QrCode | null | undefined; order: PurchaseOrder | null };
const NO_LABEL: Label = { code: undefined, order: null };

/** Loads a label's code, and its order if it is unused. */
function useLabel(
  qrCode: string | null,
): Label & { query: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'> } {
  const found = useQuery({
    ...read(qrCodes.get, { params: { code: qrCode ?? '' } }),
    enabled: qrCode !== null,
    meta: STANDS_STILL,
  });
  const isMissing = found.error instanceof ApiError && found.error.status === 404;
  const orderId = found.data?.status === 'unused' ? found.data.supplier_transaction.id : null;
  const order = useQuery({
    ...read(purchaseOrders.get, { params: { orderId: orderId ?? 0 } }),
    enabled: orderId !== null,
  });
  const code = qrCode === null ? undefined : isMissing ? null : found.data;
  const asked = isMissing ? { ...found, data: null, error: null, isError: false } : found;
  return {
    code,
    order: orderId === null ? null : (order.data ?? null),
    /** The query to wait for: the order's if there is one, else the code's. */
    query: orderId === null ? asked : order,
  };
}

/** /inventory/create: a new unit of the store; `?qr_code=` is its label. */
export function NewUnitPage() {
  const [params] = useSearchParams();
  const qrCode = normaliseQrCode(params.get('qr_code') ?? '') || null;
  return qrCode === null ? (
    <NewUnit opened={null} label={NO_LABEL} />
  ) : (
    <LabelledUnit key={qrCode} qrCode={qrCode} />
  );
}

/** Loads the label first: the form begins with it, unless an existing unit lacks its label. */
function LabelledUnit({ qrCode }: { qrCode: string }) {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const { store } = useSignedIn();
  const label = useLabel(qrCode);
  const isOurs = label.code?.status === 'unused' && label.code.store.id === store.id;
  const linkable = useQuery({
    ...read(qrCodes.linkable, { params: { code: qrCode }, query: {} }),
    enabled: isOurs,
  });
  const query = label.query.data === undefined || !isOurs ? label.query : linkable;
  const isThere = query.data !== undefined;
  // Holds scans that come before the form is there.
  useEffect(() => (isThere ? undefined : takeScans(holdScan)), [isThere]);
  return (
    <Loaded<unknown> back={back} query={query} {...noUnit}>
      {() =>
        linkable.data && label.order ? (
          <BeginWithLabel
            label={{ code: label.code, order: label.order }}
            code={qrCode}
            units={linkable.data}
            back={back}
          />
        ) : (
          <NewUnit opened={qrCode} label={label} />
        )
      }
    </Loaded>
  );
}

type BeginWithLabelProps = {
  code: string;
  label: Label & { order: PurchaseOrder };
  /** The order's received units without a label. */
  units: { data: LinkableUnit[]; total: number };
  back: BackTo;
};

/** Links a label to a received unit without one; if there is none, or on request, creates a new unit of the order. */
function BeginWithLabel({ code, label, units, back }: BeginWithLabelProps) {
  const { order } = label;
  const navigate = useNavigate();
  const left = order.items.reduce((sum, item) => sum + item.remaining_quantity, 0);
  // Fixed at the scan of the label, as work done here changes it.
  const [isLinking, setLinking] = useState(units.total > 0 || left === 0);
  if (!isLinking) return <NewUnit opened={code} label={label} />;
  return (
    <Page>
      <DetailHeader
        back={back}
        title="Link to a received unit"
        line={`Label ${code} of ${order.transaction_number}`}
        actions={{
          secondary: [left > 0 && { label: 'Add a new item', onClick: () => setLinking(false) }],
        }}
      />
      <LinkReceived
        code={code}
        order={order.transaction_number}
        units={units.data}
        total={units.total}
        // The next label is scanned there.
        onLinked={() => void navigate('/qr-codes', { replace: true })}
        onLabel={(other) => void navigate(`/inventory/create?qr_code=${other}`, { replace: true })}
      />
    </Page>
  );
}

/** Returns how to create the unit: linked to the unused label in the form, else with the form's code as its own. */
function useAdding(code: QrCode | null | undefined) {
  const { store } = useSignedIn();
  const text = {
    done: (unit: InventoryUnit) => ({
      title: `${productNameText(unit)} created`,
      body: numberLines(unit)[0],
    }),
    failed: 'Failed to create inventory item',
  };
  const { run: create } = useRouteMutation(inventory.create, text);
  const { run: createAndLink } = useRouteMutation(qrCodes.createAndLink, text);
  const unused = code?.status === 'unused' ? code.qr_code : null;
  return ({ qr_code, ...values }: z.output<typeof unitForm>, onError: OnError) => {
    const body = { ...values, store_id: store.id };
    return unused !== null && qr_code === unused
      ? createAndLink({ params: { code: unused }, body }, onError)
      : create({ body: { ...body, qr_code } }, onError);
  };
}

/** `opened`: the code that the form was opened for, with the label loaded for it. */
function NewUnit({ opened, label }: { opened: string | null; label: Label }) {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { store, may } = useSignedIn();
  /** The code now in the form: another label may be scanned into it. */
  const [qrCode, setQrCode] = useState(opened);
  const isOther = qrCode !== null && qrCode !== opened && looksLikeLabel(qrCode);
  const other = useLabel(isOther ? qrCode : null);
  /** The label that the form was opened for, once it is on an item: the next item needs another one. */
  const [spent, setSpent] = useState<Label | null>(null);
  const { code, order } = qrCode === opened ? (spent ?? label) : other;
  const add = useAdding(code);
  return (
    <UnitFormPage
      unit={null}
      qrCode={opened}
      proposed={order ? proposedBy(order) : null}
      note={code === undefined ? null : <LabelNote code={code} storeId={store.id} />}
      onQrCode={setQrCode}
      seesCosts={may('costs.view')}
      mayPrice={may('products.edit')}
      header={
        <DetailHeader
          back={back}
          title="New Item"
          line={`It is added to ${store.name}. A scan fills the field with the cursor.`}
        />
      }
      send={async (values, { onError, isShown }, andNext) => {
        const unit = await add(values, onError);
        if (unit && label.code && values.qr_code === opened) {
          const inventory_item = { ...unit, is_yours: true };
          setSpent({ code: { ...label.code, status: 'linked', inventory_item }, order: null });
        }
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
  const { stores } = useSignedIn();
  const query = useAddressed('inventoryId', (unitId) => read(inventory.get, { params: { itemId: unitId } }));
  return (
    <Loaded back={back} query={query} {...noUnit}>
      {(unit) => (
        <ActiveStoreOnly
          key={unit.id}
          store={{ name: unit.store.name, is_active: stores.some(({ id }) => id === unit.store.id) }}
          title="Edit Item"
          back={{ to: `/inventory/${unit.id}`, label: 'Item' }}
          why="Its items can be marked, sent to another store or returned to their supplier. Nothing else of them is changed any more."
        >
          <EditUnit unit={unit} />
        </ActiveStoreOnly>
      )}
    </Loaded>
  );
}

function EditUnit({ unit }: { unit: UnitHistory }) {
  const { state } = useLocation() as { state: unknown };
  const { may } = useSignedIn();
  const detail = `/inventory/${unit.id}`;
  const leave = useReturn(detail);
  const { run } = useRouteMutation(inventory.update, {
    done: 'Inventory item updated',
    failed: 'Failed to update inventory item',
  });
  return (
    <UnitFormPage
      unit={unit}
      seesCosts={may('costs.view')}
      mayPrice={may('products.edit')}
      header={
        <DetailHeader
          back={{ to: detail, label: productNameText(unit), state }}
          title="Edit Item"
          line={numberLines(unit)[0] ?? unit.store.name}
        />
      }
      send={async (_, { changed, onError, isShown }) => {
        const { product_variation_id: _stays, ...body } = changed;
        const saved = await run({ params: { itemId: unit.id }, body }, onError);
        if (saved && isShown()) await leave();
        return saved !== null;
      }}
      onCancel={() => void leave()}
    />
  );
}
