import {
  customer,
  type Customer,
  customerTransaction,
  type CustomerTransaction,
  loyaltyEntry,
  type LoyaltyEntry,
  purchasedItem,
} from '#contract/customers.ts';
import { customerGroup, type CustomerGroup } from '#contract/shapes.ts';
import { namedOrNull } from '#domain/named.ts';
import { startOfDate, storeDate } from '#domain/store-time.ts';
import type { Tables } from '../../db/tables.ts';
import { toShape } from '../../http/to-shape.ts';
import type { CustomerRow } from './customers.repository.ts';
import type { LoyaltyRow } from './loyalty.repository.ts';
import type { PurchaseRow } from './purchases.repository.ts';
import { zonesOfRow } from '../stores/stores.public.ts';

export const presentGroup = (row: Tables['customer_groups']): CustomerGroup => toShape(customerGroup, row);

function groupOf(row: CustomerRow): Customer['customer_group'] {
  const { customer_group_id: id, group_name: name, group_slug: slug } = row;
  if (id === null || name === null || slug === null) return null;
  return { id, name, slug, discount_percentage: row.group_discount ?? 0 };
}

export const presentCustomer = (row: CustomerRow): Customer =>
  toShape(customer, row, {
    customer_group: groupOf(row),
    signup_channel: namedOrNull(row.signup_channel_id, row.channel_name),
  });

/** Presents a change of points; for a sale at a foreign store only the points and the day. */
export const presentLoyaltyEntry = (row: LoyaltyRow, storeIds: readonly number[]): LoyaltyEntry => {
  const { id, points, balance } = row;
  if (row.store_id !== null && row.timezone !== null && !storeIds.includes(row.store_id)) {
    const zones = zonesOfRow({ timezone: row.timezone, zones_json: row.zones_json });
    const created_at = startOfDate(storeDate(row.created_at, zones), zones);
    return { id, points, balance, reason: 'At another store', transaction_id: null, staff: null, created_at };
  }
  return toShape(loyaltyEntry, row, { staff: { id: row.staff_id, name: row.staff_name } });
};

export const presentPurchase = (row: PurchaseRow): CustomerTransaction =>
  toShape(customerTransaction, row, {
    transaction_number: row.draft_number,
    store: { id: row.store_id, name: row.store_name },
    items_count: row.items.length,
    transaction_items: row.items.map((item) => toShape(purchasedItem, item)),
  });
