import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { partsOfOfflineNumber } from '#domain/offline-sales.ts';
import { openSecretStore } from '#main/app/secret-store.ts';
import { openBackend } from '#main/connection/backend.ts';
import { sha256 } from '#main/offline/complete.ts';
import { openOffline } from '#main/offline/offline.ts';
import { openSalesFile } from '#main/offline/sales-file.ts';
import { killMidway, nameOn, placeOf, type System } from '#tests/support/kill-midway.ts';
import { plainVault, type SoldCart } from '#tests/support/offline-sales.ts';
import { startOfflineServer, type Fate, type SentBody } from '#tests/support/offline-server.ts';
import { sendJson } from '#tests/support/backend.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';

const keeper = path.resolve(import.meta.dirname, '../support/sales-keeper.ts');
const MOST_CARTS = 15;
const LONGEST_AFTER_MS = 15;
const DRAINED_WITHIN_MS = 30_000;

type Server = Awaited<ReturnType<typeof startOfflineServer>>;
/** A sale, or an opened shift. */
type Acknowledged = { key: string; number: string };

/** A bad line: answers are lost, calls are cut off, and the server is busy. */
function badLine(): Fate {
  const luck = Math.random();
  if (luck < 0.15) return 'answer dropped';
  if (luck < 0.2) return (response) => response.destroy();
  if (luck < 0.25) return (response) => sendJson(response, 503, { code: 'busy', message: 'Later' });
  return 'answered';
}

/** Runs a keeper and kills it midway; returns the acknowledged sales, and the cart in hand. */
async function runAndKill(
  { folder, url, system }: { folder: string; url: string; system: System },
  inHand: SoldCart | null,
) {
  const done: Acknowledged[] = [];
  let next: SoldCart | null = inHand;
  const lines = 1 + Math.floor(Math.random() * MOST_CARTS * 2);
  const args = [nameOn(system, folder), url, ...(inHand ? [JSON.stringify(inHand)] : [])];
  await killMidway([keeper, ...args], { system, lines, within: LONGEST_AFTER_MS }, (line) => {
    const step = JSON.parse(line.slice(1)) as SoldCart & Acknowledged;
    next = line.startsWith('>') ? step : null;
    if (line.startsWith('<')) done.push(step);
  });
  return { done, inHand: next };
}

/** Sends all that waits, by a till that is not killed. */
async function drain(folder: string, url: string): Promise<number> {
  const backend = openBackend({ url, trusted: null }, () => []);
  const offline = openOffline({
    folder,
    openSecret: (file) => openSecretStore(file, plainVault),
    openFile: openSalesFile,
    backend: () => backend,
    tillVersion: '1.0.0',
    readToken: () => null,
    onChange: () => undefined,
    pauses: { first: 2, longest: 20, report: 50 },
  });
  await offline.start();
  const until = Date.now() + DRAINED_WITHIN_MS;
  let { waiting } = await offline.state();
  while (waiting > 0 && Date.now() < until) {
    await pause(20);
    ({ waiting } = await offline.state());
  }
  offline.stop();
  backend.leave();
  return waiting;
}

type Told = {
  key: string;
  kind?: string;
  opening_key?: string;
  lines?: { inventory_item_id: number }[];
};

/** Compares what the server was sent with what the till acknowledged. */
function check({ sent, recorded }: Server, acknowledged: Acknowledged[], ledger: Ledger): void {
  for (const { key, number } of acknowledged) {
    ledger.check(recorded.get(key)?.number === number, 'An acknowledged sale is lost', number);
  }
  const bodies = new Map<string, SentBody>();
  for (const sale of sent) {
    const before = bodies.get(sale.key);
    ledger.check(!before || before.body === sale.body, 'A sale was sent with two texts', sale.number);
    ledger.check(sale.hash === sha256(sale.body), 'A sale’s hash is another text’s', sale.number);
    if (!before) bodies.set(sale.key, sale);
  }
  const sales = [...bodies.values()];
  const told = sales.map(({ key, body }): Told => ({ key, ...(JSON.parse(body) as Omit<Told, 'key'>) }));
  const openings = told.filter(({ kind }) => kind === 'shift');
  const units = told.flatMap(({ lines = [] }) => lines);
  const differ = (values: unknown[]) => new Set(values).size === values.length;
  ledger.check(differ(sales.map(({ number }) => number)), 'A number was given twice');
  ledger.check(differ(units.map((line) => line.inventory_item_id)), 'A cart was sent under two keys');
  for (const [place, { opening_key: key }] of told.entries()) {
    const isBefore =
      key === undefined || openings.some((each) => each.key === key && told.indexOf(each) < place);
    ledger.check(isBefore, 'A sale came before the opening of its shift', sales[place]?.number);
  }
  // In the order in which they arrived first: no number is missing, and each names the text before.
  const lastOf = new Map<string, { no: number; hash: string }>();
  for (const { number, hash, body } of sales) {
    const { letter = '', no = 0 } = partsOfOfflineNumber(number) ?? {};
    const last = lastOf.get(letter);
    const { previous_hash } = JSON.parse(body) as { previous_hash: string | null };
    ledger.check(no === (last?.no ?? 0) + 1, 'Numbers are out of order', number);
    ledger.check(previous_hash === (last?.hash ?? null), 'A sale names another one before it', number);
    lastOf.set(letter, { no, hash });
  }
  ledger.saw('shifts opened', openings.length);
  ledger.saw('sales in a shift that waited', told.filter(({ opening_key }) => opening_key).length);
  ledger.saw('sales recorded', sales.length - openings.length);
  ledger.saw('sales sent again', sent.length - sales.length);
}

async function killInALane(
  folder: string,
  { isAnother, system, ledger }: { isAnother: () => boolean; system: System; ledger: Ledger },
): Promise<void> {
  const server = await startOfflineServer();
  try {
    server.state.fate = () => {
      server.state.now = Date.now();
      return badLine();
    };
    const acknowledged: Acknowledged[] = [];
    let inHand: SoldCart | null = null;
    while (isAnother()) {
      const { done, inHand: next }: Awaited<ReturnType<typeof runAndKill>> = await runAndKill(
        { folder, url: server.url, system },
        inHand,
      );
      inHand = next;
      acknowledged.push(...done);
      ledger.report.kills += 1;
      ledger.report.rounds += 1;
      ledger.report.acknowledged += done.length;
    }
    ledger.check((await drain(folder, server.url)) === 0, 'Sales still wait');
    check(server, acknowledged, ledger);
  } finally {
    await server.close();
  }
}

/**
 * Kill -9 of a till that completes sales without the server and sends them over a bad line, at random moments: each sale that
 * was acknowledged is recorded once, under one key and number, and none is sent in another order or with another text.
 */
export async function proveOfflineKills(
  { kills, lanes }: { kills: number; lanes: number },
  system: System = 'linux',
): Promise<Report> {
  const ledger = new Ledger(`kill -9 of a till that sells without the server${placeOf(system)}`, 'none');
  let left = kills;
  const isAnother = () => left-- > 0;
  const folders = await Promise.all(
    Array.from({ length: lanes }, () => mkdtemp(path.join(os.tmpdir(), 'tindahan-offline-kill-'))),
  );
  try {
    await Promise.all(folders.map((folder) => killInALane(folder, { isAnother, system, ledger })));
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
  return ledger.close();
}
