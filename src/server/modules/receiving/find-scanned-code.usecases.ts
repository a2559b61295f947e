import type { RouteOutput } from '#contract/define-route.ts';
import type { receiving } from '#contract/receiving.ts';
import { isImei, codesToFind, normaliseCode, readScan } from '#domain/barcodes.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findLabels } from '../labels/labels.public.ts';
import { labelText } from '../products/products.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import { findTaken, isShown } from '../inventory/inventory.public.ts';
import { findExpectedByCodes } from './expected.repository.ts';
import { presentExpected } from './expected.present.ts';
import { ownOrder } from './receiving.guards.ts';
import { findItemsByCodes } from './receiving.repository.ts';

const asUnit = (code: string) => ({
  serial_number: isImei(code) ? null : code,
  imei: isImei(code) ? code : null,
  imei2: null,
  qr_code: null,
});

/**
 * What a code that was scanned for an order is: a product's of its, an unused label of its, free for a unit, another unit's, that of one that went
 * back to its supplier; and what was announced by it. 404 `order_not_found`.
 */
export async function findScannedCode(
  reader: Reader,
  orderId: number,
  sent: string,
  { session }: { session: Session },
): Promise<RouteOutput<typeof receiving.lookUp>> {
  await ownOrder(reader, orderId, { session });
  const code = normaliseCode(readScan(sent));
  const codes = codesToFind(code);
  const [item_ids, announced] = await Promise.all([
    findItemsByCodes(reader, orderId, codes),
    findExpectedByCodes(reader, orderId, codes),
  ]);
  const told = { code, item_ids, announced: announced ? presentExpected(announced, null) : null };
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
