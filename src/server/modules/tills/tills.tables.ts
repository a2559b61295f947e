export type TillsTables = {
  tills: {
    id: number;
    store_id: number;
    name: string;
    /** No other till of its store has it. */
    unique_name: string;
    /** What it ever sold, before voids and refunds: never reset. */
    grand_total: number;
    last_z_no: number;
    claim_no: number;
    created_at: number;
    created_by_id: number;
    /** The device that is this till now; null once it is retired. */
    device_key: string | null;
    retired_at: number | null;
  };
};
