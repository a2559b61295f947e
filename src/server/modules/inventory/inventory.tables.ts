export type InventoryTables = {
  /** A unit that somebody brought; its id is that of its event. What was paid is centavos. */
  trade_ins: {
    id: number;
    inventory_item_id: number;
    store_id: number;
    staff_id: number;
    traded_in_at: number;
    /** The line of the sale that it had gone out with; null for one that was never ours. */
    transaction_item_id: number | null;
    customer_id: number | null;
    brought_by: string | null;
    paid: number | null;
    /** Who had supplied it before. */
    supplier_id: number | null;
  };
};
