import type { Selectable } from 'kysely';
import type { Database } from '#server/db/access.ts';
import type { Tables } from '#server/db/tables.ts';

// The rows that a sale of three units writes, as plain statements: copies of a sale that the server made, with ids and
// numbers of their own, in the same tables, with their indexes and triggers. Nothing is looked up, checked or encoded.

/** With those that triggers write: the stock of store, product and variation for each sold unit. */
export const ROW_WRITES_A_SALE = 3 + 10 + 6 + 3 + (15 + 9);
export const COMMITS_A_SALE = 7;
/** More than a sale uses. */
export const IDS_A_SALE = 20;

type Row = Record<string, unknown>;
/** One statement, with a `?` for each value. */
export type Step = { text: string; values: unknown[] };
/** The statements of a sale, one after another; each is given the rows that it returns. */
export type Sale = Generator<Step, void, Row[]>;

const step = (text: string, values: unknown[] = []): Step => ({ text, values });

const marks = (count: number) => Array(count).fill('?').join(', ');

function insert(table: keyof Tables, rows: readonly Row[]): Step {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map(() => `(${marks(columns.length)})`).join(', ');
  return step(
    `insert into ${table} (${columns.join(', ')}) values ${values}`,
    rows.flatMap((row) => columns.map((column) => row[column])),
  );
}

const update = (table: keyof Tables, changes: Row, column: string, ids: readonly number[]): Step =>
  step(
    `update ${table} set ${Object.keys(changes)
      .map((name) => `${name} = ?`)
      .join(', ')}
      where ${column} in (${marks(ids.length)})`,
    [...Object.values(changes), ...ids],
  );

function* committed(work: Sale): Sale {
  yield step('begin');
  yield* work;
  yield step('commit');
}

/** Counts up a number series and returns its number. */
function* count(storeId: number, kind: string): Generator<Step, number, Row[]> {
  const text =
    'update number_series set last_no = last_no + 1 where store_id = ? and kind = ? returning last_no';
  const [row] = yield step(text, [storeId, kind]);
  return Number(row?.last_no);
}

/** A sale that the server made, with all of its rows. */
export type Sample = {
  sale: Selectable<Tables['transactions']>;
  lines: Selectable<Tables['transaction_items']>[];
  payments: Selectable<Tables['payments']>[];
  /** Of two payments, the sale and its change. */
  entries: Selectable<Tables['till_entries']>[];
  /** Of the draft, two payments and the completion. */
  audits: Selectable<Tables['audit_log']>[];
  key: Selectable<Tables['idempotency_keys']>;
  code: string;
};

/** Reads the newest completed sale. */
export async function readSample({ reader }: Database): Promise<Sample> {
  const sale = await reader
    .selectFrom('transactions')
    .selectAll()
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const key = await reader
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('path', 'like', `%/${sale.id}/complete`)
    .executeTakeFirstOrThrow();
  const { code_text: code } = await reader
    .selectFrom('transaction_codes')
    .select('code_text')
    .where('rowid', '=', sale.id)
    .executeTakeFirstOrThrow();
  const of = <T extends 'transaction_items' | 'payments' | 'till_entries'>(table: T) =>
    reader
      .selectFrom(table as 'payments')
      .selectAll()
      .where('transaction_id', '=', sale.id)
      .orderBy('id');
  return {
    sale,
    lines: (await of('transaction_items').execute()) as unknown as Sample['lines'],
    payments: await of('payments').execute(),
    entries: (await of('till_entries').execute()) as unknown as Sample['entries'],
    audits: await reader
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', sale.id)
      .orderBy('id')
      .execute(),
    key,
    code,
  };
}

const NOT_SOLD = {
  invoice_no: null,
  invoice_number: null,
  completed_at: null,
  completed_by_id: null,
} as const;
const FREE = {
  locked_at: null,
  locked_by_id: null,
  locked_by_session: null,
  locked_for_draft: null,
  lock_token: null,
  lock_expires_at: null,
  till_lock_until: null,
} as const;
const TOKEN = '00000000-0000-0000-0000-000000000000';
const LOCK = 300_000;
const DAY = 86_400_000;

/** Sells three units as a till does: three locks, the draft, two payments, the completion. */
export function* sellOnce(
  { sale, lines, payments, entries, audits, key, code }: Sample,
  units: readonly number[],
  nextId: () => number,
  now: number,
): Sale {
  const id = nextId();
  const { store_id: storeId, staff_id: staffId } = sale;
  const held = {
    status: 'locked',
    locked_at: now,
    locked_by_id: staffId,
    locked_by_session: 1,
    lock_token: TOKEN,
  };
  const audit = (place: number) =>
    insert('audit_log', [{ ...audits[place], id: nextId(), at: now, subject_id: id }]);
  const enter = (from: number, to: number) =>
    insert(
      'till_entries',
      entries.slice(from, to).map((entry) => ({ ...entry, id: nextId(), at: now, transaction_id: id })),
    );
  const numbered = (text: string | null, no: number) =>
    text?.replace(/\d+$/, String(no).padStart(6, '0')) ?? '';
  const draftOf = function* (): Sale {
    yield update(
      'inventory_items',
      { ...held, locked_for_draft: id, lock_expires_at: now + LOCK },
      'id',
      units,
    );
    const draft_number = numbered(sale.draft_number, yield* count(storeId, 'draft'));
    const dates = { created_at: now, dated_at: now, updated_at: now };
    yield insert('transactions', [
      { ...sale, ...NOT_SOLD, ...dates, id, status: 'draft', change_due: 0, draft_number },
    ]);
    yield insert('draft_codes', [{ rowid: id, code_text: draft_number }]);
    const drafted = { live: 0, warranty_months: null, transaction_id: id };
    yield insert(
      'transaction_items',
      lines.map((line, place) => ({ ...line, ...drafted, id: nextId(), inventory_item_id: units[place] })),
    );
    yield audit(0);
  };
  const pay = function* (place: number): Sale {
    yield insert('payments', [
      { ...payments[place], id: nextId(), transaction_id: id, created_at: now, paid_at: now },
    ]);
    const reserved = { till_lock_until: now + LOCK, lock_expires_at: now + DAY };
    if (place === 0) yield update('inventory_items', reserved, 'id', units);
    yield enter(place, place + 1);
    yield audit(1 + place);
  };
  const complete = function* (): Sale {
    const own = { path: key.path.replace(String(sale.id), String(id)), key: `raw-${id}`, created_at: now };
    yield insert('idempotency_keys', [{ ...key, ...own, status: 0, answer_json: 'null' }]);
    yield update('inventory_items', { ...FREE, status: 'sold', sold_at: now }, 'id', units);
    const { warranty_months } = lines[0] ?? {};
    yield update('transaction_items', { live: 1, warranty_months }, 'transaction_id', [id]);
    const invoice_no = yield* count(storeId, 'invoice');
    yield enter(2, 4);
    const done = {
      status: 'completed',
      staff_id: staffId,
      invoice_no,
      invoice_number: numbered(sale.invoice_number, invoice_no),
      change_due: sale.change_due,
      completed_at: now,
      completed_by_id: staffId,
      dated_at: now,
      updated_at: now,
    };
    yield update('transactions', done, 'id', [id]);
    yield step('delete from draft_codes where rowid = ?', [id]);
    yield insert('transaction_codes', [{ rowid: id, code_text: `${code} ${id}` }]);
    yield step(
      `update idempotency_keys set status = ?, answer_json = ?
        where staff_id = ? and method = ? and path = ? and key = ?`,
      [key.status, key.answer_json, key.staff_id, key.method, own.path, own.key],
    );
    yield audit(3);
  };
  for (const unit of units) {
    const lock = update('inventory_items', { ...held, lock_expires_at: now + LOCK }, 'id', [unit]);
    yield* committed(
      (function* () {
        yield lock;
      })(),
    );
  }
  yield* committed(draftOf());
  yield* committed(pay(0));
  yield* committed(pay(1));
  yield* committed(complete());
}
