export type InventoryTables = {
  /** A unit that was traded in; its id is that of its event. `paid` is centavos. */
  trade_ins: {
    id: number;
    inventory_item_id: number;
    store_id: number;
    staff_id: number;
    traded_in_at: number;
    /** The line of the sale that the unit went out with; null if the chain never had it. */
    transaction_item_id: number | null;
    customer_id: number | null;
    brought_by: string | null;
    paid: number | null;
    /** The unit's supplier before the trade-in. */
    supplier_id: number | null;
  };
};
