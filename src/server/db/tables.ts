/** The codes that a subject is found by any part of; `rowid` is the subject's id. */
export type CodesTable = { rowid: number; code_text: string };

/**
 * Every table with its columns. Here are those that modules use through functions of this folder; each module adds the
 * ones that it writes: `declare module '../../db/tables.ts'`, in its repository or `.tables.ts`.
 */
export interface Tables {
  /** The next free id; see `id-block.ts`. */
  id_blocks: { name: string; next_id: number };
  /** The last number of each store's series; see `number-series.ts`. */
  number_series: {
    store_id: number;
    kind:
      | 'draft'
      | 'invoice'
      | 'transfer'
      | 'count'
      | 'order'
      | 'supplier_return'
      | 'batch'
      | 'goods_receipt'
      | 'shift'
      | 'trade_in';
    last_no: number;
    /** The date of the last invoice; null in the other series. */
    last_at: number | null;
    /** When the invoices were moved on because a till had printed later ones, and the last number until then. */
    moved_at: number | null;
    moved_from: number | null;
  };
  /** Secrets of the shop itself, which no call answers with. */
  shop_keys: { name: 'invoices'; secret: string };
  /**
   * One row: the version whose migrations made the tables, see `migrate.ts`; and when these data began or were restored
   * last, by which a till knows other data at the same address; and when they began. The line is that of `data-line.ts`.
   */
  data_version: {
    id: number;
    made_by: string;
    epoch: number;
    first_epoch: number;
    line: string;
    parent_line: string | null;
    taken_over_at: number | null;
  };
  /** One row, which is changed to learn whether the database takes writes; see `readiness.ts`. */
  write_probe: { id: number; tries: number };
  /** The words that find a subject, whole or by their beginnings. */
  search_words: { kind: 'customer' | 'supplier'; word: string; subject_id: number };
  /** Of sales; those of open drafts are apart, without trigrams. */
  transaction_codes: CodesTable;
  draft_codes: CodesTable;
  unit_codes: CodesTable;
  product_codes: CodesTable;
  variation_codes: CodesTable;
  order_codes: CodesTable;
  return_codes: CodesTable;
  transfer_codes: CodesTable;
}
