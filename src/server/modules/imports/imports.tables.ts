import type { ImportKind, ImportRowState, ImportState } from '#domain/imports.ts';
import type { Flag } from '../../db/columns.ts';

export type ImportsTables = {
  imports: {
    id: number;
    kind: ImportKind;
    state: ImportState;
    file_name: string;
    /** Of the file's bytes; of units, once it is checked, of what its rows say. */
    content_hash: string;
    headings_json: string;
    /** The first row's cells. */
    sample_json: string;
    /** By field, the place of its column. */
    columns_json: string;
    /** Whether whoever brought it may bring costs. */
    has_costs: Flag;
    /** The ids of the stores that they may bring units to. */
    stores_json: string;
    total_rows: number;
    /** Rows that were looked at by what the server is doing now. */
    seen_rows: number;
    good_rows: number;
    bad_rows: number;
    same_rows: number;
    /** Good rows of which something is odd; null before this was counted. */
    warned_rows: number | null;
    made_rows: number;
    not_taken_rows: number;
    /** Rows whose units are shown. */
    shown_rows: number;
    /** Groups up to this one are written, or shown. */
    last_group: number;
    created_at: number;
    created_by_id: number;
    /** Where its units come to stand; null for what belongs to the chain. */
    store_id: number | null;
    applied_at: number | null;
    applied_by_id: number | null;
    ended_at: number | null;
    /** The server process that is at it, until when nobody else takes it over. */
    worker: string | null;
    worker_until: number | null;
  };
  /** The file itself, compressed; for as long as it may be read again. */
  import_files: { import_id: number; content: Buffer };
  import_rows: {
    import_id: number;
    /** As spreadsheets count. */
    row_no: number;
    /** The first row of what is written together, such as a product with its variations. */
    group_no: number;
    state: ImportRowState;
    /** By field, its cell as it stands in the file. */
    cells_json: string;
    /** What it comes to; null for a bad one. */
    data_json: string | null;
    problems_json: string | null;
    /** What is odd, and may be so. */
    warnings_json: string | null;
    /** Of a unit without any number, what tells it from the file's other rows; null for all others. */
    row_key: string | null;
    made_id: number | null;
  };
};
