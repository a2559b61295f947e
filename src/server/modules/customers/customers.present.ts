import { customer, type Customer, type CustomerTransaction, type LoyaltyEntry } from '#contract/customers.ts';
import { customerGroup, type CustomerGroup } from '#contract/shapes.ts';
import { named } from '#domain/named.ts';
import { startOfDate, storeDate } from '#domain/store-time.ts';
import type { CustomerGroupsTable } from '../../db/tables.ts';
import { toShape } from '../../http/to-shape.ts';
import type { CustomerRow } from './customers.repository.ts';
import type { LoyaltyRow } from './loyalty.repository.ts';
import type { PurchaseRow } from './purchases.repository.ts';

export const presentGroup = (row: CustomerGroupsTable): CustomerGroup => toShape(customerGroup, row);

function groupOf(row: CustomerRow): Customer['customer_group'] {
  const { customer_group_id: id, group_name: name, group_slug: slug } = row;
  if (id === null || name === null || slug === null) return null;
  return { id, name, slug, discount_percentage: row.group_discount ?? 0 };
}

export const presentCustomer = (row: CustomerRow): Customer =>
  toShape(customer, row, {
    customer_group: groupOf(row),
    signup_channel: named(row.signup_channel_id, row.channel_name),
  });

/** A change of points; of a sale at a store that is not among the caller's, no more than the points and the day. */
export const presentLoyaltyEntry = (row: LoyaltyRow, storeIds: readonly number[]): LoyaltyEntry => {
  const { id, points, balance } = row;
  if (row.store_id !== null && row.timezone !== null && !storeIds.includes(row.store_id)) {
    const created_at = startOfDate(storeDate(row.created_at, row.timezone), row.timezone);
    return { id, points, balance, reason: 'At another store', transaction_id: null, staff: null, created_at };
  }
  return {
    id,
    points,
    balance,
    reason: row.reason,
    transaction_id: row.transaction_id,
    staff: { id: row.staff_id, name: row.staff_name },
    created_at: row.created_at,
  };
};

export const presentPurchase = (row: PurchaseRow): CustomerTransaction => ({
  id: row.id,
  transaction_number: row.draft_number,
  invoice_number: row.invoice_number,
  created_at: row.created_at,
  dated_at: row.dated_at,
  store: { id: row.store_id, name: row.store_name },
  items_count: row.items_count ?? 0,
  total_amount: row.total_amount,
  balance_due: row.balance_due,
  pending_amount: row.pending_amount,
  refunded_amount: row.refunded_amount,
  status: row.status,
});
