export type TillsTables = {
  tills: {
    id: number;
    store_id: number;
    name: string;
    /** Unique in its store. */
    unique_name: string;
    /** The sum of all sales ever, before voids and refunds: never reset. */
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
