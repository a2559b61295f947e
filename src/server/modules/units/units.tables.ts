import type { Generated } from 'kysely';
import type { UnitCategory, UnitStatus } from '#domain/transactions.ts';
import type { UnitEventKind } from '#domain/units.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    inventory_items: {
      id: number;
      product_variation_id: number;
      store_id: number;
      /** A reserved unit is `locked` here to the end of the day, with `till_lock_until`. */
      status: Exclude<UnitStatus, 'reserved'>;
      category: UnitCategory;
      condition_rating: number | null;
      /** Its own price, which every customer group pays; null where that of its category holds. */
      own_price: number | null;
      own_minimum_price: number | null;
      serial_number: string | null;
      imei: string | null;
      /** The second IMEI of most phones; both are in `unit_imeis`. */
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
      /**
       * For a unit that is reserved by its draft's payments: until when a till works on it, 0 for none. Null for a unit that is
       * only locked.
       */
      till_lock_until: number | null;
      created_at: number;
      created_by_id: number | null;
      updated_at: number | null;
      /** When it was sold; null otherwise. Kept in step with `status`. 0 for a unit that an import has not shown yet. */
      sold_at: number | null;
      /** The number of the store's counts begun when it entered its stock; null for none. Kept by triggers. */
      counts_begun: number | null;
    };
    /** The unit of each IMEI, first or second. */
    unit_imeis: {
      imei: string;
      inventory_item_id: number;
      /** The digits that identify the phone (`imeiKey`); unique with `duplicate_no`. */
      imei_key: string;
      /** Above 0 for an IMEI that stood beside another one of its phone before that was refused. */
      duplicate_no: Generated<number>;
    };
    /** The history of units, except what their sales, transfers and counts record themselves. */
    unit_events: {
      id: number;
      inventory_item_id: number;
      at: number;
      kind: UnitEventKind;
      staff_id: number | null;
      store_id: number | null;
      details_json: string | null;
    };
    /**
     * A store's units in stock, its variations that are low, how many of these are out, and the version of the stock. Kept
     * by triggers.
     */
    stock_of_stores: {
      store_id: number;
      units: number;
      low: number;
      out: number;
      version: Generated<number>;
    };
    /** A variation's units in a store's stock, and the units that the store has records of. Kept by triggers. */
    stock_of_variations: {
      store_id: number;
      product_variation_id: number;
      units: number;
      known: number;
      /** The effective reorder point: its own, its type's or the default; 0 for an inactive variation. */
      reorder_point: Generated<number>;
      /** The version of the store's stock that changed it last. */
      changed: Generated<number>;
    };
    /** One row: the version of names, barcodes and prices of all variations. Kept by triggers. */
    goods_version: { id: number; version: number };
    /** The version that a variation's name, barcode or prices changed in last; none since 1.1.0 without a row. */
    goods_changes: { product_variation_id: number; changed: number };
    /** A product's units in a store's stock. Kept by triggers. */
    stock_of_products: { store_id: number; product_id: number; name_key: string; units: number };
  }
}
