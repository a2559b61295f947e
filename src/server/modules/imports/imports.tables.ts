import type { ImportKind, ImportRowState, ImportState } from '#domain/imports.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    imports: {
      id: number;
      kind: ImportKind;
      state: ImportState;
      file_name: string;
      /** Hash of the file's bytes; for units, once checked, of the content of its rows. */
      content_hash: string;
      headings_json: string;
      /** The cells of the first row. */
      sample_json: string;
      /** The places of the columns that have cells; null before this was kept. */
      filled_json: string | null;
      /** The index of the column by field. */
      columns_json: string;
      /** True if the uploader may import costs. */
      has_costs: Flag;
      /** True if types and manufacturers that do not exist are made. */
      makes_names: Flag | null;
      /** The names of types and manufacturers that did not exist when it was checked. */
      new_names_json: string | null;
      /** The types and manufacturers that it has made. */
      made_names_json: string | null;
      /** True if rows are taken that an earlier import of the same file has made. */
      takes_again: Flag | null;
      /** The ids of the stores that the uploader may bring units to. */
      stores_json: string;
      total_rows: number;
      /** Rows that the server's present step has looked at. */
      seen_rows: number;
      good_rows: number;
      bad_rows: number;
      same_rows: number;
      /** Good rows with warnings; null before this was counted. */
      warned_rows: number | null;
      /** Rows that only an earlier import of the same file is in the way of; null before this was counted. */
      again_rows: number | null;
      /** Units of the good rows; null before this was counted, and for other kinds. */
      units: number | null;
      made_rows: number;
      not_taken_rows: number;
      shown_rows: number;
      /** The last group that is written, or shown. */
      last_group: number;
      created_at: number;
      created_by_id: number;
      /** The store that its units come to; null for data of the chain. */
      store_id: number | null;
      applied_at: number | null;
      applied_by_id: number | null;
      ended_at: number | null;
      undone_at: number | null;
      undone_by_id: number | null;
      /** The ids of the stores that whoever takes it back may take units from. */
      undo_stores_json: string | null;
      /** What was taken back, and what stayed. */
      undone_count: number | null;
      kept_count: number | null;
      /** The server process that works on it; no other one takes it over before `worker_until`. */
      worker: string | null;
      worker_until: number | null;
    };
    /** The file itself, compressed; kept as long as it may be read again. */
    import_files: { import_id: number; content: Buffer };
    import_rows: {
      import_id: number;
      /** The number of the row in a spreadsheet. */
      row_no: number;
      /** The first row of those that are written together, such as a product with its variations. */
      group_no: number;
      state: ImportRowState;
      /** The cells by field, as they are in the file. */
      cells_json: string;
      /** The row as it will be written; null for a bad one. */
      data_json: string | null;
      problems_json: string | null;
      /** Oddities that may be right. */
      warnings_json: string | null;
      /** For a unit without any number, what tells it from the file's other rows; null for all others. */
      row_key: string | null;
      /** What was made; of several units the first one. */
      made_id: number | null;
      /** The ids of the other units of a row that makes several. */
      also_made_json: string | null;
    };
  }
}
