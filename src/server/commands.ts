import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { setupForm } from '#contract/setup.ts';
import { PASSWORD_MIN } from '#contract/staff.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { namedPlace } from './backups/named-place.ts';
import { restoreShop } from './backups/restore.ts';
import type { Database } from './db/access.ts';
import { openDatabase } from './db/open.ts';
import { moveShop } from './db/moving/move-shop.ts';
import { keepToOneServer } from './db/one-server.ts';
import { backUp } from './db/sqlite-copy.ts';
import { takeOver } from './modules/backups/backups.public.ts';
import { isSetupNeeded, makeFirstShop } from './modules/setup/setup.public.ts';
import { hashPassword, weaknessOf } from './modules/staff/staff.public.ts';
import { addRelease, ownReleaseKeys } from './modules/till-releases/till-releases.public.ts';
import { setNextInvoice, trustClock } from './modules/stores/stores.public.ts';

async function ask(): Promise<{
  name: string;
  email: string;
  password: string;
  code: string;
  store: string;
  taxRate: string;
  pricesIncludeTax: boolean;
  pesosEverywhere: boolean;
}> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const question = async (text: string) => {
    process.stdout.write(text);
    const line = await lines.next();
    return line.done ? '' : line.value.trim();
  };
  const answers = {
    name: await question('Your name: '),
    email: (await question('Your email: ')).toLowerCase(),
    password: await question(`A password (at least ${PASSWORD_MIN} characters): `),
    code: (await question('Code of your first store, such as MNL-01: ')).toUpperCase(),
    store: await question('Name of that store: '),
    taxRate: (await question('Tax rate in percent [12]: ')) || '12',
    pricesIncludeTax: !/^n/i.test(await question('Do your prices include the tax? y or n [y]: ')),
    pesosEverywhere: !(
      await question('Sign of prices at the till and on customers, ₱ or $ [₱]: ')
    ).startsWith('$'),
  };
  terminal.close();
  return answers;
}

/** Asks for, and creates, the first admin and the first store of a real shop; refuses if anybody exists already. */
async function createFirstAdmin(database: Database, now: number): Promise<void> {
  if (!(await isSetupNeeded(database.reader))) {
    throw new Error('This shop has staff already. Sign in as an admin to add more.');
  }
  const { name, email, password, code, store, taxRate, pricesIncludeTax, pesosEverywhere } = await ask();
  if (!name || !store) throw new Error('A name is needed, for you and for the store.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error('Invalid email');
  const weakness = weaknessOf(password, [name, email, store]);
  if (weakness !== null) throw new Error(weakness);
  if (!/^[A-Z0-9-]{1,10}$/.test(code))
    throw new Error('The code is at most 10 capital letters, digits and hyphens.');
  const tax = setupForm.shape.tax_rate.safeParse(Number(taxRate));
  if (!tax.success) throw new Error('The tax rate is a percentage, such as 12.');
  const passwordHash = await hashPassword(password);
  await database.write((writer) =>
    makeFirstShop(
      writer,
      {
        admin: { name, email, passwordHash },
        store: { code, name: store, timezone: DEFAULT_TIME_ZONE },
        tax: { tax_rate: tax.data, prices_include_tax: pricesIncludeTax },
        chain: { pesos_everywhere: pesosEverywhere },
      },
      now,
    ),
  );
  console.log(`\n${email} is the admin of ${store}. Start the server and sign in.`);
}

/** Copies the data of an SQLite shop to a file, named from where the command was typed. */
function copyData(dataDir: string, databaseUrl: string | undefined, file: string): void {
  if (databaseUrl) throw new Error('This shop keeps its data in PostgreSQL. Copy it with pg_dump.');
  if (!file) throw new Error('Name the file of the copy: --backup copy.db');
  // npm runs its scripts in the project's folder.
  const copy = path.resolve(process.env.INIT_CWD ?? '.', file);
  const megabytes = Math.ceil(backUp(dataDir, copy) / 1e6);
  console.log(`The data was copied to ${copy} (${megabytes} MB).`);
}

/** Reads a moment such as 2026-11-26 14:30, in the time of this computer. */
function momentOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/.test(text) ? Date.parse(text.replace(' ', 'T')) : NaN;
  if (Number.isNaN(at)) throw new Error('Name the moment like --until "2026-11-26 14:30"');
  return at;
}

/** Reads the key of backups from a file, or asks for it. */
async function askKey(file: string | undefined): Promise<string> {
  if (file !== undefined) return readFileSync(path.resolve(process.env.INIT_CWD ?? '.', file), 'utf8');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('The key of the backups (AGE-SECRET-KEY-1…): ');
  } finally {
    terminal.close();
  }
}

const AFTER_RESTORE = `What was sold after that is missing here. Before anybody sells,
either set the number after the last receipt of each store, before you start the server:
npm run server -- --next-invoice MNL-01=000613
or start it and let every till connect for a minute. Everybody signs in again.`;

/** What a restored copy does and does not do. */
const A_COPY = `This is a copy, as for a drill. It backs up to its own disk only.
If it is the shop from now on, stop the server and run: npm run server -- --take-over`;

const TAKEN_OVER = 'This is the shop from now on. It backs up to its places when the server runs.';
const NO_COPY = 'This is the shop already. Nothing was changed.';

/** The end of a restore that brought less than was backed up, or not in the best way. */
const NOT_WHOLE = 3;

/** Asks if a restored shop takes the place of the lost one; a command without a terminal says it by an option. */
async function askTakeOver(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const question = 'Is this the shop from now on? Type yes. For a drill or a copy, press Enter: ';
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

type RestoreOptions = {
  place: string;
  until: string | undefined;
  keyFile: string | undefined;
  line: string | undefined;
  takesOver: boolean;
};

/** Makes a shop in an empty data folder from its backups. */
async function restore(
  { place, until, keyFile, line, takesOver }: RestoreOptions,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<void> {
  if (databaseUrl) throw new Error('These backups are of SQLite. Leave DATABASE_URL out to restore them.');
  const { at, sales, units, isWhole } = await restoreShop({
    place: namedPlace(place, process.env),
    dataDir,
    until: until === undefined ? undefined : momentOf(until),
    line,
    key: await askKey(keyFile),
    tell: console.log,
  });
  console.log(
    `The shop is in ${dataDir}, as it was on ${new Date(at).toString()}: ${sales} sales, ${units} units.`,
  );
  if (!isWhole) {
    console.log('A part was missing or damaged: see above. Look for another copy before you go on.');
    process.exitCode = NOT_WHOLE;
  }
  if (takesOver || (await askTakeOver())) {
    const database = await openDatabase({ dataDir });
    await database.write((writer) => takeOver(writer, Date.now()));
    await database.close();
    console.log(TAKEN_OVER);
  } else console.log(A_COPY);
  console.log(AFTER_RESTORE);
}

/** Copies the whole shop to a database of the other engine, which the server then uses. */
async function copyTo(
  { place, isAnew }: { place: string; isAnew: boolean },
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<void> {
  const isPostgres = /^postgres(ql)?:/.test(place);
  if (!databaseUrl) keepToOneServer(dataDir);
  const folder = path.resolve(process.env.INIT_CWD ?? '.', place);
  const rows = await moveShop(
    databaseUrl ? { databaseUrl } : { dataDir },
    isPostgres ? { databaseUrl: place } : { dataDir: folder },
    console.log,
    { isAnew },
  );
  console.log(`All ${rows} rows are there, each with all of its values.`);
  console.log(
    isPostgres
      ? 'Start every server with DATABASE_URL from now on: what is sold without it is in the old data alone.'
      : `Start the server without DATABASE_URL, with DATA_DIR=${folder}.`,
  );
}

/** Keeps a release for the tills, which can be chosen for them from now on. */
async function keepRelease(dataDir: string, file: string): Promise<void> {
  const signed = path.resolve(process.env.INIT_CWD ?? '.', file);
  const { version, platform, arch } = await addRelease(dataDir, signed, ownReleaseKeys());
  console.log(
    `Tills on ${platform} ${arch} can get ${version} now. Choose it under Store Day, Tills; with several servers, add it to each.`,
  );
}

/** What the server is started for: to serve, or to do one thing and end. */
export type Command =
  | { kind: 'serve'; demo: boolean }
  /** Works beside a running server, whatever its version. */
  | { kind: 'on files'; run: (dataDir: string, databaseUrl: string | undefined) => void | Promise<void> }
  | { kind: 'on the database'; run: (database: Database, now: number) => Promise<void> };

/** Reads the command from the words after the program; throws for what it does not know. */
export function commandOf(args: string[]): Command {
  const { values: options } = parseArgs({
    args,
    options: {
      demo: { type: 'boolean', default: false },
      'create-admin': { type: 'boolean' },
      backup: { type: 'string' },
      restore: { type: 'string' },
      until: { type: 'string' },
      'key-file': { type: 'string' },
      line: { type: 'string' },
      'take-over': { type: 'boolean', default: false },
      'copy-to': { type: 'string' },
      anew: { type: 'boolean', default: false },
      'next-invoice': { type: 'string' },
      'trust-clock': { type: 'boolean' },
      'add-release': { type: 'string' },
    },
  });
  const { backup: file, 'next-invoice': next } = options;
  if (options['create-admin']) return { kind: 'on the database', run: createFirstAdmin };
  if (file !== undefined)
    return { kind: 'on files', run: (dataDir, databaseUrl) => copyData(dataDir, databaseUrl, file) };
  const { restore: place, until, 'key-file': keyFile, line, 'take-over': takesOver } = options;
  if (place !== undefined)
    return {
      kind: 'on files',
      run: (...where) => restore({ place, until, keyFile, line, takesOver }, ...where),
    };
  if (takesOver)
    return {
      kind: 'on the database',
      run: async (database, now) =>
        console.log((await database.write((writer) => takeOver(writer, now))) ? TAKEN_OVER : NO_COPY),
    };
  const { 'copy-to': target, 'add-release': release } = options;
  if (release !== undefined) return { kind: 'on files', run: (dataDir) => keepRelease(dataDir, release) };
  if (target !== undefined) {
    const copy = { place: target, isAnew: options.anew };
    return { kind: 'on files', run: (...where) => copyTo(copy, ...where) };
  }
  if (next !== undefined)
    return {
      kind: 'on the database',
      run: async (database, now) =>
        console.log(`The next invoice is ${await setNextInvoice(database, next, now)}.`),
    };
  if (options['trust-clock'])
    return {
      kind: 'on the database',
      run: async (database, now) => {
        const stores = await trustClock(database, now);
        console.log(
          stores
            ? 'Sales are dated by the clock again.'
            : 'The clock is behind no sale. Nothing was changed.',
        );
      },
    };
  return { kind: 'serve', demo: options.demo };
}
