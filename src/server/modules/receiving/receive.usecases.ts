import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { receiving, RowOfReceipt } from '#contract/receiving.ts';
import { codesToFind, looksLikeImei, normaliseCode, readScan } from '#domain/barcodes.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import { needsNumber, numbersToScan, receiptNumber, type ScannedNumbers } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { checkArrivals, findTaken, isShown, takeUnitsIn } from '../inventory/inventory.public.ts';
import { findLabels, type LabelRow, linkLabel } from '../labels/labels.public.ts';
import { labelText, rememberScannedNumbers } from '../products/products.public.ts';
import {
  addReceived,
  claimOrder,
  deleteOpenReceipt,
  findItems,
  findOtherScanner,
  type NamedItem,
  noteOrderEvent,
  receiverOf,
  showOrder,
} from '../purchase-orders/purchase-orders.public.ts';
import { getStore, isOwn } from '../stores/stores.public.ts';
import { noteCameBack } from '../supplier-returns/supplier-returns.public.ts';
import { type Arriving, arrivingUnits, refusalOf, refuseCount, refusePrices } from './arriving-rows.rules.ts';
import { presentExpected } from './receiving.present.ts';
import { findExpectedByCodes, findItemsByCodes, insertReceipt } from './receiving.repository.ts';
import { showReceipt } from './receipts.usecases.ts';
import { ownOrder } from './receiving.guards.ts';

type Caller = {
  session: Session;
  tillKey: string | null;
  now: number;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
};

/** Counts the arriving units by item. */
function counted(arriving: readonly Arriving[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { item } of arriving) counts.set(item.id, (counts.get(item.id) ?? 0) + 1);
  return counts;
}

/** Returns the products whose rows were scanned by other numbers than theirs, with those. */
function otherNumbers(
  rows: readonly RowOfReceipt[],
  items: readonly NamedItem[],
): [productId: number, ScannedNumbers][] {
  const chosen = rows.flatMap(({ supplier_transaction_item_id: id, scanned_numbers }) => {
    const item = items.find((one) => one.id === id);
    if (!item || scanned_numbers === undefined) return [];
    const isKnown = scanned_numbers === numbersToScan(item);
    return isKnown ? [] : [[item.product_id, scanned_numbers] as const];
  });
  // In one order, so that two receivers do not wait for each other.
  return [...new Map(chosen)].toSorted(([one], [other]) => one - other);
}

/** Finds the order's own unused labels among its units' codes. */
async function unusedLabels(
  writer: Writer,
  orderId: number,
  units: readonly { qr_code: string | null }[],
): Promise<Map<string, LabelRow>> {
  const labels = await findLabels(
    writer,
    units.flatMap(({ qr_code }) => qr_code ?? []),
  );
  const own = labels.filter(
    (label) => label.supplier_transaction_id === orderId && label.status === 'unused',
  );
  return new Map(own.map((label) => [label.qr_code, label]));
}

/**
 * Receives units of an order into its store's stock, all or none. 404 `order_not_found`; 409 `illegal_state` for a
 * complete order or an item whose product changed, `store_inactive`; 422 for more than remains, and `number_taken` with
 * each unit's problem on its field.
 */
export async function receiveOrder(
  writer: Writer,
  orderId: number,
  { items: rows, ...form }: RouteInput<typeof receiving.receive>['body'],
  { noteChange, noteTarget, ...caller }: Caller,
): Promise<RouteOutput<typeof receiving.receive>> {
  const { session, now } = caller;
  refuseCount(rows);
  refusePrices(rows, session);
  const order = await claimOrder(writer, orderId, caller);
  const items = await findItems(writer, orderId);
  const arriving = arrivingUnits(rows, items, order.supplier_id);
  const units = arriving.map(({ unit }) => unit);
  const labels = await unusedLabels(writer, orderId, units);
  const checked = await checkArrivals(writer, units, {
    needsNumber: (place) => arriving[place] !== undefined && needsNumber(arriving[place].item),
    nameOf: (place) => arriving[place]?.name ?? '',
    ownLabels: new Set(labels.keys()),
  });
  if (checked.problems.length > 0) throw refusalOf(arriving, checked.problems, session);
  const taken = await takeUnitsIn(writer, units, checked, { session, storeId: order.store_id, now });
  await noteCameBack(writer, {
    unitIds: taken.flatMap(({ unitId }, place) => (checked.returned.has(place) ? [unitId] : [])),
    as: 'available',
    by: session.staff.id,
    now,
  });
  for (const [place, { unitId }] of taken.entries()) {
    const label = labels.get(units[place]?.qr_code ?? '');
    if (label) await linkLabel(writer, label, unitId, { by: session.staff.id, now });
  }
  for (const [productId, chosen] of otherNumbers(rows, items)) {
    await rememberScannedNumbers(writer, productId, chosen, caller);
  }
  await deleteOpenReceipt(writer, { orderId, ...receiverOf(caller) });
  await addReceived(writer, order, counted(arriving), { noteChange, noteTarget });
  const { code } = await getStore(writer, order.store_id);
  const receiptId = writer.nextId();
  const number = receiptNumber(code, await takeNumber(writer, order.store_id, 'goods_receipt'));
  const received = { received_at: now, received_by_id: session.staff.id };
  await insertReceipt(
    writer,
    insertedColumns('goods_receipts', {
      ...form,
      id: receiptId,
      number,
      supplier_transaction_id: orderId,
      store_id: order.store_id,
      ...received,
      units_count: taken.length,
    }),
    taken.map(({ unitId, eventId }, place) => ({
      id: eventId,
      goods_receipt_id: receiptId,
      supplier_transaction_item_id: arriving[place]?.item.id ?? 0,
      position: place,
      unit_cost: arriving[place]?.item.unit_cost ?? 0,
      inventory_item_id: unitId,
    })),
  );
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: now,
    kind: 'received',
    by_id: session.staff.id,
    quantity: taken.length,
    goods_receipt_id: receiptId,
  });
  return {
    items_created: taken.length,
    order: await showOrder(writer, orderId, caller),
    receipt: await showReceipt(writer, receiptId, caller),
  };
}

const asUnit = (code: string) => ({
  serial_number: looksLikeImei(code) ? null : code,
  imei: looksLikeImei(code) ? code : null,
  imei2: null,
  qr_code: null,
});

/**
 * Identifies a code scanned for an order: an ordered product, an unused label of the order, a free number, another
 * unit's, or that of a unit returned to its supplier; and the unit announced with it. 404 `order_not_found`.
 */
export async function findScannedCode(
  reader: Reader,
  orderId: number,
  sent: string,
  { session, tillKey }: { session: Session; tillKey: string | null },
): Promise<RouteOutput<typeof receiving.lookUp>> {
  await ownOrder(reader, orderId, { session });
  const code = normaliseCode(readScan(sent));
  const codes = codesToFind(code);
  const [item_ids, announced, scanned_by] = await Promise.all([
    findItemsByCodes(reader, orderId, codes),
    findExpectedByCodes(reader, orderId, codes),
    findOtherScanner(reader, { orderId, ...receiverOf({ session, tillKey }), code }),
  ]);
  const told = { code, item_ids, announced: announced ? presentExpected(announced, null) : null, scanned_by };
  if (item_ids.length > 0) return { ...told, outcome: 'product', message: null, taken_by: null };
  const [label] = await findLabels(reader, codes);
  if (label && label.status !== 'linked') {
    const isOwnLabel = label.status === 'unused' && label.supplier_transaction_id === orderId;
    const message = label.status === 'voided' ? whyNotUnused(label) : labelText(label);
    return { ...told, outcome: isOwnLabel ? 'label' : 'taken', message, taken_by: null };
  }
  const [taken] = (await findTaken(reader, codes.map(asUnit))).flat();
  if (!taken) return { ...told, outcome: 'free', message: null, taken_by: null };
  const { message, owner } = taken;
  const isVisible = owner !== null && isOwn(session, owner.store_id) && isShown(owner);
  return {
    ...told,
    outcome: owner?.status === 'returned' ? 'returned' : 'taken',
    message,
    taken_by: isVisible ? owner.id : null,
  };
}
