import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '#server/db/open.ts';
import { OPENING } from './server.ts';

// Makes a chain's customers by the hundred thousand, by SQL in the database: the server would take minutes.

/**
 * First names; common ones come several times, as in life. The lists' lengths are primes, so that all pairs of names
 * occur.
 */
const FIRST = [
  ...Array<string>(6).fill('maria'),
  ...Array<string>(4).fill('jose'),
  ...'mark ana juan mary grace john angelica michael jennifer christian rose joshua angel paolo carlo'.split(
    ' ',
  ),
  ...'miguel rafael gabriel andrea camille patricia kristine bea nicole trisha aileen rowena rodel'.split(
    ' ',
  ),
  ...'arnel jerome dennis ronald edwin marlon alvin erwin ramon ricardo eduardo fernando antonio manuel'.split(
    ' ',
  ),
  ...'pedro luis carmen teresa luz corazon remedios josefina lourdes rosario marites jocelyn maricel'.split(
    ' ',
  ),
  ...'analyn zenaida'.split(' '),
];
const LAST = [
  ...Array<string>(4).fill('santos'),
  ...Array<string>(3).fill('reyes'),
  ...'cruz bautista ocampo garcia mendoza torres tomas andrada castillo flores villanueva ramos castro'.split(
    ' ',
  ),
  ...'rivera aquino navarro salazar mercado fernandez gonzales lopez hernandez perez marquez dizon'.split(
    ' ',
  ),
  ...'domingo soriano pascual valdez manalo francisco diaz tolentino mangubat lim tan sy uy chua go ong'.split(
    ' ',
  ),
  ...'co yap yulo'.split(' '),
];
const OPERATORS = ['63917', '63918', '63927', '63999'];
/** Far above the ids that the server gives out in a test. */
const FIRST_ID = 1_000_000_000;

const listed = (words: readonly string[]) => words.map((word, no) => `(${no}, '${word}')`).join(', ');

/** Returns one row for each customer, with the source values of words and columns. */
function seeds(count: number): string {
  return `with recursive n(i) as (
      select cast(0 as bigint) union all select i + 1 from n where i + 1 < ${count}),
    f(no, word) as (values ${listed(FIRST)}), l(no, word) as (values ${listed(LAST)}),
    op(no, word) as (values ${listed(OPERATORS)}),
    seed(i, id, first, last, local, phone) as (
      select i, ${FIRST_ID} + i, f.word, l.word, 'c' || cast(i as text),
        op.word || substr(cast(10000000 + (i * 7919) % 10000000 as text), 2)
      from n join f on f.no = i % ${FIRST.length} join l on l.no = i % ${LAST.length}
        join op on op.no = i % ${OPERATORS.length})`;
}

/** The results of `customerWords` for such a customer, one expression a word. */
const WORDS = [
  'first',
  'last',
  'local',
  ...Array.from({ length: 9 }, (_, start) => `substr(phone, ${start + 1})`),
  `'+' || first || '+' || last`,
  `'+' || last || '+' || first`,
  `'<' || local || '@mail.ph'`,
  `'@mail.ph'`,
];

/** One in a hundred is in the second of two groups, the others in the first. */
type Groups = readonly [common: number, rare: number];

function statements(count: number, [common, rare]: Groups, isPostgres: boolean): string[] {
  // One index made at the end takes half the time of one that grows.
  const key = 'alter table search_words';
  return [
    ...(isPostgres
      ? ['set synchronous_commit = off', `${key} drop constraint search_words_key`, `${key} set unlogged`]
      : []),
    `insert into customers (id, name, name_key, phone, phone_key, email, customer_group_id, loyalty_points,
        created_at, search_text)
      ${seeds(count)}
      select id, first || ' ' || last, first || ' ' || last, '+' || phone, phone, local || '@mail.ph',
        case when i % 100 = 0 then ${rare} else ${common} end, (i * 31) % 5000, ${OPENING} - i,
        ' ' || ${WORDS.join(` || ' ' || `)}
      from seed`,
    `insert into search_words (kind, word, subject_id)
      ${seeds(count)}
      select 'customer', word, id from (
        ${WORDS.map((word) => `select ${word} as word, id from seed`).join(' union all ')}) as made
      order by 2, 3`,
    ...(isPostgres ? [`${key} add constraint search_words_key primary key (kind, word, subject_id)`] : []),
    // Like autovacuum, a while after so many rows; SQLite never does this.
    ...(isPostgres ? ['vacuum (analyze) customers', 'vacuum (analyze) search_words'] : []),
  ];
}

/** Runs SQL on a database beside its server. */
export async function runBeside({ dataDir, databaseUrl }: DatabaseLocation, texts: readonly string[]) {
  if (databaseUrl === undefined) {
    const connection = new BetterSqlite(path.join(dataDir, 'tindahan.db'));
    connection.pragma('synchronous = off');
    connection.pragma('cache_size = -200000');
    for (const text of texts) connection.exec(text);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
}

/** Inserts this many customers with their search words into an otherwise idle database. */
export async function fillManyCustomers(
  location: DatabaseLocation,
  count: number,
  groups: Groups,
): Promise<void> {
  await runBeside(location, statements(count, groups, location.databaseUrl !== undefined));
}

/** Returns the made customer with this number. */
export function manyCustomer(place: number) {
  const digits = String((place * 7919) % 10_000_000).padStart(7, '0');
  return {
    id: FIRST_ID + place,
    name: `${FIRST[place % FIRST.length]} ${LAST[place % LAST.length]}`,
    phone: `${OPERATORS[place % OPERATORS.length]}${digits}`,
    email: `c${place}@mail.ph`,
  };
}
