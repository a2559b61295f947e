export type ReceivingTables = {
  goods_receipts: {
    id: number;
    number: string;
    supplier_transaction_id: number;
    store_id: number;
    received_at: number;
    received_by_id: number;
    units_count: number;
    notes: string | null;
  };
  goods_receipt_items: {
    /** The id of its event in the unit's history. */
    id: number;
    goods_receipt_id: number;
    supplier_transaction_item_id: number;
    position: number;
    unit_cost: number;
    /** Null once the unit was deleted. */
    inventory_item_id: number | null;
  };
  expected_serials: {
    id: number;
    supplier_transaction_id: number;
    position: number;
    /** Null if the supplier's list did not name the product. */
    product_variation_id: number | null;
    serial_number: string | null;
    imei: string | null;
    imei2: string | null;
  };
};
