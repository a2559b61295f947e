import type { Generated } from 'kysely';
import type { UnitCategory, UnitStatus } from '#domain/transactions.ts';
import type { UnitEventKind } from '#domain/units.ts';

export type UnitsTables = {
  inventory_items: {
    id: number;
    product_variation_id: number;
    store_id: number;
    status: UnitStatus;
    category: UnitCategory;
    condition_rating: number | null;
    serial_number: string | null;
    imei: string | null;
    /** Most phones have two; both stand in `unit_imeis`. */
    imei2: string | null;
    qr_code: string | null;
    purchase_cost: number | null;
    supplier_id: number | null;
    notes: string | null;
    locked_at: number | null;
    locked_by_id: number | null;
    locked_by_session: number | null;
    locked_for_draft: number | null;
    lock_token: string | null;
    lock_expires_at: number | null;
    created_at: number;
    created_by_id: number | null;
    updated_at: number | null;
    /** When it was sold, for as long as it is; kept with `status`. 0 of one that an import has written and not shown yet. */
    sold_at: number | null;
    /** Kept by triggers: how many counts of its store had begun when it came to stand there; null for none. */
    counts_begun: number | null;
  };
  /** Which unit has an IMEI, as its first or its second one. */
  unit_imeis: { imei: string; inventory_item_id: number };
  /** What happened to a unit, but for what its sales, transfers and counts tell themselves. */
  unit_events: {
    id: number;
    inventory_item_id: number;
    at: number;
    kind: UnitEventKind;
    staff_id: number | null;
    store_id: number | null;
    details_json: string | null;
  };
  /** Kept by triggers: the units that stand in a store, how many variations are low there, and how many of these are out. */
  stock_of_stores: { store_id: number; units: number; low: number; out: number };
  /** Kept by triggers: the units of a variation that stand in a store, and those it keeps records of. */
  stock_of_variations: {
    store_id: number;
    product_variation_id: number;
    units: number;
    known: number;
    /** What holds there: of its own, its type's or what everybody starts with; 0 for what is sold no more. */
    reorder_point: Generated<number>;
  };
  /** Kept by triggers: the units of a product that stand in a store. */
  stock_of_products: { store_id: number; product_id: number; name_key: string; units: number };
};
