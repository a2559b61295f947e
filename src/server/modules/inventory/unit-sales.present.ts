import { unitSale, type UnitEvent, type UnitSale } from '#contract/inventory.ts';
import { namedOrNull, type Named } from '#domain/named.ts';
import { can } from '#domain/permissions.ts';
import { warrantyOf, type Warranty } from '#domain/warranty.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import type { SaleOfUnit } from '../transactions/transactions.public.ts';
import { eventOf } from './unit-events.present.ts';
import { zonesOfRow } from '../stores/stores.public.ts';

/** True if the caller may see a sale: it was made in one of their stores, and they see sales. */
const isShown = (sale: SaleOfUnit, { staff }: Session) =>
  can(staff, 'transactions.view') && staff.store_ids.includes(sale.store_id);

/** Presents a sale of a unit; null if the caller may not see it. */
export function presentSale(sale: SaleOfUnit, session: Session): UnitSale | null {
  if (!isShown(sale, session)) return null;
  return toShape(unitSale, sale, {
    store: { id: sale.store_id, name: sale.store_name },
    customer: namedOrNull(sale.customer_id, sale.customer_name),
    staff: { id: sale.seller_id, name: sale.seller_name },
  });
}

/** True if the unit came back from a sale. */
export const isBack = ({ status, refunded_at, traded_in_at }: SaleOfUnit) =>
  status === 'void' || refunded_at !== null || traded_in_at !== null;

/** Returns the warranty of a unit's last sale; null if it was never sold. */
export function presentWarranty(sales: readonly SaleOfUnit[], now: number): Warranty | null {
  const last = sales.at(-1);
  if (!last) return null;
  const { warranty_months: months, warranty_from, completed_at } = last;
  const from = warranty_from ?? completed_at;
  return warrantyOf({ months, from, isBack: isBack(last) }, zonesOfRow(last), now);
}

/** Returns a sale's events in unit history: that the unit was sold, and that it came back. */
export function eventsOfSale(row: SaleOfUnit, session: Session): UnitEvent[] {
  const sale = presentSale(row, session);
  const entry = (kind: UnitEvent['kind'], at: number, by: Named | null, reason: string | null): UnitEvent =>
    eventOf({
      at,
      kind,
      by: sale && by,
      store: sale?.store ?? null,
      reason: sale && reason,
      sale,
      went_to: kind === 'refunded' ? row.disposition : null,
    });
  const seller = namedOrNull(row.seller_id, row.seller_name);
  const events = [entry('sold', row.completed_at, seller, null)];
  if (row.voided_at !== null) {
    events.push(
      entry('voided', row.voided_at, namedOrNull(row.voided_by_id, row.voider_name), row.void_reason),
    );
  }
  if (row.refunded_at !== null) {
    const refunder = namedOrNull(row.refunded_by_id, row.refunder_name);
    events.push(entry('refunded', row.refunded_at, refunder, row.refund_reason));
  }
  return events;
}
