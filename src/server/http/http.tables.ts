export type HttpTables = {
  idempotency_keys: {
    staff_id: number;
    method: string;
    path: string;
    key: string;
    body_hash: string;
    status: number;
    answer_json: string;
    created_at: number;
  };
  /** One row: the number of changes to stores, staff, roles and settings. */
  shop_version: { id: number; version: number };
};
