import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, atPath, fieldError } from '#contract/errors.ts';
import type { inventory } from '#contract/inventory.ts';
import { z } from '#contract/zod.ts';
import { unitNumber, unitsText } from '#domain/units.ts';
import { formatMoney } from '#domain/money.ts';
import type { Writer } from '../../db/access.ts';
import type { Approval, NoteChange, Session } from '../../http/call.ts';
import { changeUnit, claim, present } from './unit-form.usecases.ts';

type Caller = { session: Session; now: number; noteChange: NoteChange };

/**
 * Gives a unit without a price one of its own at the till, with `products.edit` or an approval. 409 `illegal_state` for
 * one that has a price, which is changed in the office; else refuses as `changeUnit`.
 */
export async function setPrice(
  writer: Writer,
  unitId: number,
  own_price: number,
  caller: Caller & { approval: Approval | null },
): Promise<{ message: string }> {
  await claim(writer, unitId, caller);
  const { prices } = await present(writer, unitId, caller);
  if (prices !== null) {
    throw new ApiError('illegal_state', { message: 'This item has a price already. Scan it again' });
  }
  const unit = await changeUnit(writer, unitId, { own_price }, caller);
  return { message: `${unit.product_variation.product.name} costs ${formatMoney(own_price, 'payment')} now` };
}

const noted = z.object({ items: z.array(z.string()) });

/**
 * Gives units prices of their own, all or none; those without a price in the form stay as they are. Refuses as
 * `changeUnit`, at the unit's place; 422 without any price.
 */
export async function setPrices(
  writer: Writer,
  { items }: RouteInput<typeof inventory.setPrices>['body'],
  { noteChange, ...caller }: Caller,
): Promise<{ message: string }> {
  const priced = items
    .map((item, place) => ({ ...item, place }))
    .filter(
      ({ own_price, own_minimum_price }) => own_price !== null || typeof own_minimum_price === 'number',
    );
  if (priced.length === 0) throw fieldError('items.0.own_price', 'Type at least one price');
  const told: string[] = [];
  // In one order, so that two of them never wait for each other.
  const inOrder = priced.sort((one, other) => one.inventory_item_id - other.inventory_item_id);
  for (const { inventory_item_id, place, own_price, own_minimum_price } of inOrder) {
    const unit = await changeUnit(
      writer,
      inventory_item_id,
      { own_price: own_price ?? undefined, own_minimum_price },
      { ...caller, noteChange: () => undefined },
    ).catch((error: unknown) => {
      throw atPath(error, `items.${place}`);
    });
    const { product, name } = unit.product_variation;
    const price = unit.own_price === null ? 'no own price' : formatMoney(unit.own_price, 'inventory');
    told.push([product.name, name, unitNumber(unit), price].filter(Boolean).join(', '));
  }
  noteChange(noted, { items: [] }, { items: told });
  return { message: `Prices set for ${unitsText(told.length)}` };
}
