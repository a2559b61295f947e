import { fieldError } from '#contract/errors.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import type { ExpectedSerials, receiving } from '#contract/receiving.ts';
import { z } from '#contract/zod.ts';
import { EXPECTED_MAX } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { claimOrder, findItems } from '../purchase-orders/purchase-orders.public.ts';
import { compareExpected } from './receiving.present.ts';
import { findExpected, findNumbersOf, replaceExpected } from './receiving.repository.ts';
import { readList } from './read-list.ts';
import { ownOrder } from './receiving.guards.ts';

async function compared(reader: Reader, orderId: number): Promise<ExpectedSerials> {
  const [announced, came] = await Promise.all([
    findExpected(reader, orderId),
    findNumbersOf(reader, orderId),
  ]);
  return compareExpected(announced, came);
}

/** Returns the units that the supplier announced for an order, and which of them came; 404 `order_not_found`. */
export async function showExpected(
  reader: Reader,
  orderId: number,
  asker: { session: Session },
): Promise<ExpectedSerials> {
  await ownOrder(reader, orderId, asker);
  return compared(reader, orderId);
}

/** The audited size of a list, in units. */
const notedList = z.object({ announced: z.int() });

/**
 * Replaces a supplier's list; rows with a problem are left out and reported. 404 `order_not_found`, 409 `illegal_state`
 * for an order with nothing outstanding, `store_inactive`, 422 for a list without any unit.
 */
export async function layExpected(
  writer: Writer,
  orderId: number,
  text: string,
  caller: { session: Session; noteChange: NoteChange; noteTarget: NoteTarget },
): Promise<RouteOutput<typeof receiving.setExpected>> {
  const order = await claimOrder(writer, orderId, caller);
  const items = await findItems(writer, orderId);
  const { units, problems } = readList(
    text,
    items.map((item) => ({
      variationId: item.product_variation_id,
      sku: item.sku,
      barcode: item.barcode,
      name: item.variation_name,
    })),
  );
  const [first] = problems;
  if (units.length === 0 && first) throw fieldError('text', `Row ${first.row}: ${first.message}`);
  if (units.length > EXPECTED_MAX) {
    throw fieldError('text', `At most ${EXPECTED_MAX.toLocaleString('en-US')} units in one list`);
  }
  const before = await findExpected(writer, orderId);
  await replaceExpected(
    writer,
    orderId,
    units.map((unit, position) => ({
      id: writer.nextId(),
      supplier_transaction_id: orderId,
      position,
      ...unit,
    })),
  );
  caller.noteTarget({ name: order.transaction_number, storeId: order.store_id });
  caller.noteChange(notedList, { announced: before.length }, { announced: units.length });
  return { ...(await compared(writer, orderId)), problems };
}
