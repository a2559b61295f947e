import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { folderPlace } from '#server/backups/folder-place.ts';
import { folderAddress, parseNames } from '#server/backups/places.ts';
import { plansOf, type RestorePlan } from '#server/backups/files.ts';
import { restoreShop } from '#server/backups/restore.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { takeOver } from '#server/modules/backups/backups.public.ts';
import { call, callerWith } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import { Ledger, signInDirectly, type Report } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import { scratchRoot } from '#tests/support/scratch-folder.ts';
import { complete, expectDone, openPaidDraft } from '#tests/support/selling.ts';
import {
  freePort,
  runProcess,
  serverScript,
  startProcess,
  type ServerProcess,
} from '#tests/support/server-process.ts';
import { makeStaff, makeSupplier } from '#tests/support/shop.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { damages } from './restoring/damage.ts';
import { fastNow, realOf, type FastClock } from './restoring/fast-clock.ts';
import {
  checkJournal,
  Journal,
  receiveNoted,
  refundNoted,
  sellNoted,
  type ProvenSale,
} from './restoring/journal.ts';
import { openShop, PATIENCE, persistAt } from './selling-on.ts';

// A shop sells, refunds and receives beside its backups, is killed at any moment, and loses its disk; what the second place
// has is restored, also from damaged files, and goes on.

const SELLERS = 4;
const UNITS = 1500;
/** Milliseconds that everybody rests after each change: else the log grows faster than a busy computer encrypts it. */
const BREATH = 250;
/** Sales between two stops. */
const [FEWEST, MORE] = [4, 40];
const MINUTE = 60_000;
/** Megabytes of the disk of the first place, which is filled. */
const DISK = 256;
/** Milliseconds that are waited for anything; how long it takes is nobody's measure. */
const LONGEST = 180_000;
/** The rate of a clock from which a night's copy follows within seconds. */
const NIGHTS = 10_000;
/** Sales of the restored shop. */
const AFTERWARDS = 3;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

type Shop = Awaited<ReturnType<typeof openShop>> & { supplierId: number; manager: string; code: string };

async function fillShop(database: Database): Promise<Shop> {
  const shop = await openShop(database, { clients: SELLERS, units: UNITS });
  const manager = await makeStaff(database, { store_id: shop.storeId, role: 'admin' });
  const { code } = await database.reader
    .selectFrom('stores')
    .select('code')
    .where('id', '=', shop.storeId)
    .executeTakeFirstOrThrow();
  return {
    ...shop,
    supplierId: (await makeSupplier(database)).id,
    manager: (await signInDirectly(database, manager.id)).token,
    code,
  };
}

const numberOf = ({ transaction }: ProvenSale) => Number(/\d+$/.exec(transaction.invoice_number ?? '')?.[0]);

/** Kills a server and the process of its backups at once, as a power cut does. */
export async function cutPower({ child, end }: ServerProcess): Promise<void> {
  const list = `/proc/${child.pid}/task/${child.pid}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  const ended = end('SIGKILL');
  for (const pid of children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the server.
    }
  }
  await ended;
}

type Best = { folder: string; plan: RestorePlan; bases: number };

/** Finds the newest state that a place leads to; null without any. */
function bestIn(place: string): Best | null {
  const found = readdirSync(place)
    .filter((name) => name.startsWith('tindahan-'))
    .flatMap((name) => {
      const folder = path.join(place, name);
      const plans = plansOf(parseNames(readdirSync(folder)));
      return plans.map((plan) => ({ folder, plan, bases: plans.length }));
    });
  return found.toSorted((a, b) => b.plan.at - a.plan.at)[0] ?? null;
}

/** Waits for something; what never comes breaks off the proof. */
async function until(isThere: () => boolean, isOver: () => boolean): Promise<void> {
  const since = performance.now();
  while (!isThere() && !isOver()) {
    if (performance.now() - since > LONGEST) throw new Error(`In vain: ${String(isThere)}`);
    await pause(PATIENCE);
  }
}

async function withShop<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** One shop from its first sale to the loss of its disk, and after it. */
class Round {
  readonly root: string;
  readonly shop: Shop;
  readonly ledger: Ledger;
  readonly clock: FastClock;
  readonly journal = new Journal();
  readonly disk = mountSmallDisk(DISK);
  readonly places: [string, string];
  readonly dataDir: string;
  readonly paper: string;
  #server: ServerProcess | null = null;
  readonly #outputs: (() => string)[] = [];
  #made = 0;

  constructor(root: string, template: string, shop: Shop, rate: number, ledger: Ledger) {
    this.root = root;
    this.shop = shop;
    this.ledger = ledger;
    this.clock = { start: Date.now(), rate };
    this.dataDir = path.join(root, 'data');
    this.paper = path.join(root, 'paper.txt');
    this.places = [path.join(this.disk?.folder ?? root, 'first'), path.join(root, 'second')];
    for (const place of this.places) mkdirSync(place);
    cpSync(template, this.dataDir, { recursive: true });
  }

  /** The server that runs now. */
  get server(): ServerProcess {
    if (!this.#server) throw new Error('No server runs');
    return this.#server;
  }

  async start(dataDir: string, port: number): Promise<void> {
    this.#server = await startProcess({
      dataDir,
      main: serverScript('backingUp'),
      env: {
        PORT: String(port),
        PLACES: JSON.stringify(this.places.map(folderAddress)),
        CLOCK: JSON.stringify(this.clock),
      },
    });
    this.#outputs.push(this.#server.output);
  }

  /** No server may have found that its backups differ from the shop. */
  checkComparisons(): void {
    const differing = this.#outputs.flatMap((output) => output().match(/^.* differ.*$/gm) ?? []);
    this.ledger.check(differing.length === 0, 'A backup was told as differing', differing);
  }

  async end(): Promise<void> {
    if (this.#server) await cutPower(this.#server);
    this.disk?.remove();
  }

  folder(): string {
    this.#made += 1;
    return path.join(this.root, `restored-${this.#made}`);
  }

  /** Sells on and on; the server stops in some ways, and the first place's disk is full for a while. */
  async sell(stops: number): Promise<number> {
    const { journal, ledger, shop } = this;
    const port = await freePort();
    await this.start(this.dataDir, port);
    const broken = new AbortController();
    const { signal } = broken;
    let isOver = false;
    const persist = (token: string) => persistAt([`http://127.0.0.1:${port}`], token, ledger, signal);
    const goOn = async (work: () => Promise<unknown>, breath: number) => {
      while (!isOver) {
        await work();
        await pause(breath);
      }
    };
    const goods = { supplierId: shop.supplierId, storeId: shop.storeId, variationId: shop.variationId };
    const [refunder, receiver] = [persist(shop.manager), persist(shop.manager)];
    let fault: unknown = null;
    const working = Promise.all([
      ...shop.people.map(({ token }) => {
        const till = persist(token);
        return goOn(() => sellNoted(journal, till, shop.variationId), BREATH);
      }),
      goOn(() => refundNoted(journal, refunder), BREATH),
      goOn(() => receiveNoted(journal, receiver, goods), BREATH),
    ]).catch((error: unknown) => (fault ??= error));
    const isBroken = () => fault !== null;
    const sellSome = async () => {
      const due = journal.sold().length + FEWEST + Math.floor(Math.random() * MORE);
      await until(() => journal.sold().length >= due, isBroken);
    };
    const copied = () => bestIn(this.places[0])?.plan.at ?? -Infinity;
    const turns: Record<string, () => Promise<unknown>> = {
      'was killed': async () => {
        await cutPower(this.server);
        ledger.report.kills += 1;
      },
      'was killed, and a command ran': async () => {
        await cutPower(this.server);
        ledger.report.kills += 1;
        await withShop(this.dataDir, async () => undefined);
      },
      'was stopped': () => this.server.end('SIGTERM'),
    };
    // Without a first copy there is nothing to restore.
    await until(() => copied() > 0, isBroken);
    for (let stop = 0; stop < stops && !isBroken(); stop += 1) {
      await sellSome();
      const how = pick(Object.keys(turns));
      await turns[how]?.();
      ledger.saw(`the server ${how}`);
      await this.start(this.dataDir, port);
      if (!this.disk || stop > 0) continue;
      this.disk.fill();
      await until(() => /no space left/i.test(this.server.output()), isBroken);
      await sellSome();
      this.disk.makeRoom();
      const before = copied();
      await until(() => copied() > before, isBroken);
      ledger.saw('the disk of a place was full');
    }
    // A damaged copy of the last night is replaced by the one before.
    if (this.clock.rate >= NIGHTS) await until(() => (bestIn(this.places[0])?.bases ?? 0) > 1, isBroken);
    await sellSome();
    isOver = true;
    const at = Date.now();
    await cutPower(this.server);
    broken.abort();
    await working;
    // A till that was still sending ends with an AbortError.
    if (fault !== null && !(fault instanceof Error && fault.name === 'AbortError')) throw fault;
    // Its key is on paper.
    cpSync(path.join(this.dataDir, 'backups', 'key.txt'), this.paper);
    rmSync(this.dataDir, { recursive: true });
    return at;
  }

  /** Compares a restored shop with the journal, as it was at a moment of the backups. */
  async check(dataDir: string, at: number, name: string, latest?: number): Promise<void> {
    const { journal, ledger } = this;
    await withShop(dataDir, async (database) => {
      await checkBooks(database, ledger);
      await checkJournal(database, journal, { before: realOf(this.clock, at), latest }, name, ledger);
      const sessions = await database.reader.selectFrom('sessions').select('id').execute();
      ledger.check(sessions.length === 0, `${name}: somebody is still signed in`);
    });
  }

  /** Restores by the command; returns the moment that it names. */
  async restore(dataDir: string, words: readonly string[] = []): Promise<number> {
    const args = ['--restore', this.places[0], '--key-file', this.paper, ...words];
    const { code, output } = await runProcess({ dataDir, args });
    const [, date = '', sales] = /as it was on (.+): (\d+) sales, \d+ units/.exec(output) ?? [];
    if (code !== 0) throw new Error(`The shop was not restored: ${output}`);
    await withShop(dataDir, async ({ reader }) => {
      const rows = await reader
        .selectFrom('transactions')
        .select('id')
        .where('status', '!=', 'draft')
        .execute();
      this.ledger.check(rows.length === Number(sales), 'The command tells another number of sales', output);
    });
    return Date.parse(date);
  }

  /** Goes back to some minute before the end. */
  async restoreUntil(best: Best): Promise<void> {
    const span = best.plan.at - best.plan.base.at;
    const minute = Math.floor((best.plan.base.at + Math.random() * span) / MINUTE) * MINUTE;
    if (minute < best.plan.base.at) return;
    const at = new Date(minute);
    const two = (value: number) => String(value).padStart(2, '0');
    const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
    const target = this.folder();
    const moment = `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
    const restored = await this.restore(target, ['--until', moment]);
    this.ledger.check(restored <= minute, 'The restored moment is later than the one asked for');
    this.ledger.saw('restored to a minute');
    await this.check(target, restored, 'until a minute', realOf(this.clock, minute) + 1);
  }

  /** Restores from a copy of the best chain that is damaged in each way. */
  async restoreDamaged({ folder, plan, bases }: Best, key: string): Promise<void> {
    for (const [name, damage] of Object.entries(damages)) {
      const place = path.join(this.root, 'damaged');
      const chain = path.join(place, path.basename(folder));
      cpSync(folder, chain, { recursive: true });
      const expected = damage(chain, plan, bases);
      if (expected) {
        const said: string[] = [];
        const target = this.folder();
        const tell = (line: string) => said.push(line);
        const restored = await restoreShop({ place: folderPlace(place), dataDir: target, key, tell }).catch(
          (error: unknown) => {
            said.push(String(error));
            return null;
          },
        );
        const what = { name, at: restored?.at ?? null, expected: expected.at, said };
        this.ledger.check(what.at === expected.at, 'Damaged files were restored otherwise', what);
        this.ledger.check(expected.words.test(said.join('\n')), 'Damage was not told', what);
        if (restored) await this.check(target, restored.at, 'from damaged files');
        else
          this.ledger.check(!existsSync(path.join(target, 'tindahan.db')), 'A refused restore left a shop');
        this.ledger.saw(`${name}: ${restored ? 'restored' : 'refused'}`);
      }
      rmSync(place, { recursive: true });
    }
  }

  /** Sells in the restored shop: old sign-ins are over, and no number is given twice; then it is lost once more. */
  async goOn(dataDir: string, isTold: boolean): Promise<void> {
    const { journal, ledger, shop } = this;
    const sold = journal.sold();
    const numbers = new Set(sold.map(({ transaction }) => transaction.invoice_number));
    const highest = sold.toSorted((a, b) => numberOf(a) - numberOf(b)).at(-1);
    if (isTold && highest) {
      const args = ['--next-invoice', `${shop.code}=${numberOf(highest) + 1}`];
      const { code, output } = await runProcess({ dataDir, args });
      // Nothing may have been lost: then the next number is this one already.
      ledger.check(code === 0 || output.includes('already'), 'The next invoice was not set', output);
    }
    // By the clock of its backups: until then the lost shop was the original.
    await withShop(dataDir, (database) => database.write((writer) => takeOver(writer, fastNow(this.clock))));
    const { token, units } = await withShop(dataDir, async (database) => {
      const free = await database.reader
        .selectFrom('inventory_items')
        .select('id')
        .where('status', '=', 'available')
        .limit(AFTERWARDS)
        .execute();
      const signedIn = await signInDirectly(database, shop.people[0]?.id ?? 0);
      return { token: signedIn.token, units: free.map(({ id }) => id) };
    });
    await this.start(dataDir, 0);
    const { url } = this.server;
    const old = await call(url, 'GET', '/staff/me', undefined, { Authorization: `Bearer ${shop.manager}` });
    ledger.check(old.status === 401, 'A sign-in from before goes on', old.status);
    const till = callerWith(url, token, patiently);
    const headers: Record<string, string> =
      isTold || !highest ? {} : { 'X-Last-Invoice': highest.invoice_proof };
    const again: ProvenSale[] = [];
    for (const unit of units) {
      const draft = await openPaidDraft(till, [unit]);
      again.push(expectDone(await complete<ProvenSale>(till, draft.id, { headers })));
    }
    const isDouble = again.some(({ transaction }) => numbers.has(transaction.invoice_number));
    ledger.check(!isDouble, 'An invoice number was given twice', isTold);
    const soldAt = Date.now();
    await until(
      () => realOf(this.clock, bestIn(this.places[0])?.plan.at ?? 0) > soldAt,
      () => this.server.child.exitCode !== null,
    );
    await cutPower(this.server);
    rmSync(dataDir, { recursive: true });
    const target = this.folder();
    const key = readFileSync(this.paper, 'utf8');
    await restoreShop({ place: folderPlace(this.places[0]), dataDir: target, key, tell: () => undefined });
    await withShop(target, async ({ reader }) => {
      const ids = again.map(({ transaction }) => transaction.id);
      const rows = await reader.selectFrom('transactions').select('id').where('id', 'in', ids).execute();
      ledger.check(rows.length === ids.length, 'Sales of the restored shop are lost with its disk');
    });
  }
}

async function proveOnce(round: Round, no: number, stops: number): Promise<void> {
  const { ledger, clock, journal, paper, places } = round;
  const killedAt = await round.sell(stops);
  const best = bestIn(places[0]);
  if (!best) throw new Error('There is nothing to restore');
  const target = round.folder();
  const at = await round.restore(target);
  ledger.check(at === best.plan.at, 'What was in the place is not restored', { at, plan: best.plan.at });
  await round.check(target, at, 'whole');
  const missing = journal.sales.filter(({ answered }) => (answered ?? 0) >= realOf(clock, at)).length;
  const { seen } = ledger.report;
  ledger.saw('sales after the last copied moment', missing);
  seen['longest loss, ms'] = Math.max(
    seen['longest loss, ms'] ?? 0,
    Math.round(killedAt - realOf(clock, at)),
  );
  await round.restoreUntil(best);
  const key = readFileSync(paper, 'utf8');
  await round.restoreDamaged(best, key);
  const other = bestIn(places[1]);
  const fromOther = round.folder();
  const second = await restoreShop({
    place: folderPlace(places[1]),
    dataDir: fromOther,
    key,
    tell: () => undefined,
  });
  ledger.check(second.at === other?.plan.at, 'What was in the second place is not restored');
  await round.check(fromOther, second.at, 'from the second place');
  await round.goOn(target, no % 2 === 0);
  round.checkComparisons();
  ledger.report.acknowledged += journal.sold().length;
}

type Form = {
  rounds: number;
  /** How often the server stops and goes on before its disk is lost. */
  stops: number;
  /** How fast the backups' clock goes, by turns: at 20,000 a night's copy follows every few seconds, and old ones are deleted. */
  rates: readonly number[];
};

/** Loses the disk of a shop that sells, again and again, and restores it. */
export async function proveRestore({ rounds, stops, rates }: Form): Promise<Report> {
  const ledger = new Ledger('a disk is lost and restored', 'sqlite');
  const scratch = mkdtempSync(path.join(scratchRoot(), 'tindahan-restore-'));
  try {
    const template = path.join(scratch, 'template');
    const shop = await withShop(template, fillShop);
    for (let no = 0; no < rounds; no += 1) {
      const root = mkdtempSync(path.join(scratch, 'round-'));
      const rate = rates[no % rates.length] ?? 1;
      const round = new Round(root, template, shop, rate, ledger);
      try {
        await proveOnce(round, no, stops);
      } finally {
        await round.end();
        rmSync(root, { recursive: true, force: true });
      }
      ledger.report.rounds += 1;
    }
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return ledger.close();
}
