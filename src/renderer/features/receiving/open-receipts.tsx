import type { OpenReceipt, PurchaseOrder } from '#contract/purchase-orders.ts';
import { RECEIVING_NOW } from '#domain/receiving.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { unitsText } from '#domain/units.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { FormNote } from '#renderer/ui/form-note.tsx';

type Seen = { now: number; timeZone: Zones; staffId: number; isOver: boolean };

/** Says who has scanned how many units of an order without receiving them, and since when. */
export function whoText({ by, is_here, begun_at, seen_at, units_count }: OpenReceipt, seen: Seen) {
  const { now, timeZone, staffId, isOver } = seen;
  const units = unitsText(units_count);
  const since = formatInstant(begun_at, timeZone);
  if (isOver) {
    const who = by.id === staffId ? 'You have' : `${by.name} has`;
    return `${who} scanned ${units} since ${since} that ${units_count === 1 ? 'was' : 'were'} not received. Nothing of this order is to come any more: set ${units_count === 1 ? 'it' : 'them'} aside.`;
  }
  if (by.id === staffId) {
    return `You have scanned ${units}, not received yet, since ${since}. Go on with Receive Items${is_here ? '' : ', on the other computer where you scanned'}.`;
  }
  return now - seen_at <= RECEIVING_NOW
    ? `${by.name} is receiving this order: ${units} scanned, not received yet, since ${since}.`
    : `${by.name} has scanned ${units}, not received yet, since ${since}; last seen ${formatInstant(seen_at, timeZone)}.`;
}

/** `iPhone 17, 256 GB: 10`, for each item of an unfinished receipt. */
function whatText({ items }: OpenReceipt, order: PurchaseOrder): string {
  const named = items.flatMap(({ supplier_transaction_item_id: id, quantity }) => {
    const of = order.items.find((item) => item.id === id)?.product_variation;
    return of ? [`${of.product.name}, ${of.name}: ${quantity}`] : [];
  });
  return named.length > 0 ? ` ${named.join('; ')}.` : '';
}

type OpenReceiptsProps = {
  order: PurchaseOrder;
  /** The unfinished receipts that are shown. */
  receipts: readonly OpenReceipt[];
  staffId: number;
  timeZone: Zones;
};

/** A note for each unfinished receipt of an order. */
export function OpenReceipts({ order, receipts, staffId, timeZone }: OpenReceiptsProps) {
  const now = useNow();
  return receipts.map((receipt) => (
    <FormNote key={`${receipt.by.id} ${receipt.is_here} ${receipt.begun_at}`}>
      {whoText(receipt, { now, timeZone, staffId, isOver: order.status === 'complete' }) +
        whatText(receipt, order)}
    </FormNote>
  ));
}
