import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDraftCache } from '#main/drafts/draft-cache.ts';
import { killMidway, nameOn, placeOf, type System } from '#tests/support/kill-midway.ts';
import { cartText, SAVED_AT, type Step } from '#tests/support/saved-carts.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';

const keeper = path.resolve(import.meta.dirname, '../support/cart-keeper.ts');
const MOST_STEPS = 60;
const LONGEST_AFTER_MS = 3;

/** The acknowledged state: each cart's number of lines, and its keys in the journal. */
type Acknowledged = { lines: Map<string, number>; keys: Map<string, Set<string>> };

function acknowledge({ lines, keys }: Acknowledged, step: Step): void {
  const ofCart = keys.get(step.cart) ?? new Set();
  keys.set(step.cart, ofCart);
  if (step.what === 'save') lines.set(step.cart, step.lines);
  if (step.what === 'journal') ofCart.add(step.key);
  if (step.what === 'answered') ofCart.delete(step.key);
  if (step.what === 'done') {
    lines.delete(step.cart);
    keys.delete(step.cart);
  }
}

/** Runs a keeper and kills it midway; returns the acknowledged steps, and the pending one. */
async function runAndKill(file: string, system: System): Promise<{ done: Step[]; inHand: Step | null }> {
  const done: Step[] = [];
  let inHand: Step | null = null;
  const moment = { system, lines: 1 + Math.floor(Math.random() * MOST_STEPS), within: LONGEST_AFTER_MS };
  await killMidway([keeper, nameOn(system, file)], moment, (line) => {
    const step = JSON.parse(line.slice(1)) as Step;
    inHand = line.startsWith('>') ? step : null;
    if (line.startsWith('<')) done.push(step);
  });
  return { done, inHand };
}

/** Compares the file with the acknowledged state; the pending step may have been done or not. */
function check(file: string, known: Acknowledged, inHand: Step | null, ledger: Ledger): void {
  const cache = openDraftCache(file);
  const kept = new Map(cache.list(SAVED_AT).map((cart) => [cart.cart_key, cart.cart]));
  const journal = new Map([...kept.keys()].map((cart) => [cart, cache.journal.list(cart)]));
  cache.close();
  if (inHand) {
    const text = kept.get(inHand.cart);
    const isSaved = inHand.what === 'save' && text === cartText(inHand.cart, inHand.lines);
    const isGone = inHand.what === 'done' && text === undefined;
    const wrote = journal.get(inHand.cart)?.some(({ key }) => 'key' in inHand && key === inHand.key);
    const isWritten = inHand.what === 'journal' && wrote === true;
    const isForgotten = inHand.what === 'answered' && !wrote;
    if (isSaved || isGone || isWritten || isForgotten) acknowledge(known, inHand);
    ledger.saw(
      isSaved || isGone || isWritten || isForgotten ? 'cut off after it was done' : 'cut off before',
    );
  }
  for (const [cart, lines] of known.lines) {
    ledger.check(
      kept.get(cart) === cartText(cart, lines),
      `An acknowledged cart of ${lines} lines is lost`,
      cart,
    );
    const keys = (journal.get(cart) ?? []).map(({ key }) => key).sort();
    const wanted = [...(known.keys.get(cart) ?? [])].sort();
    ledger.check(JSON.stringify(keys) === JSON.stringify(wanted), 'A cart’s journal says something else', {
      cart,
      keys,
      wanted,
    });
  }
  for (const cart of kept.keys()) ledger.check(known.lines.has(cart), 'A cart that was done came back', cart);
}

async function killInALane(
  file: string,
  { kills, system, ledger }: { kills: () => boolean; system: System; ledger: Ledger },
): Promise<void> {
  const known: Acknowledged = { lines: new Map(), keys: new Map() };
  while (kills()) {
    const { done, inHand } = await runAndKill(file, system);
    for (const step of done) acknowledge(known, step);
    ledger.report.kills += 1;
    ledger.report.rounds += 1;
    ledger.report.acknowledged += done.filter(({ what }) => what === 'save').length;
    ledger.saw('carts on the disk at a kill', known.lines.size);
    check(file, known, inHand, ledger);
  }
}

/**
 * Figure 16: kill -9 of a till in mid-cart. The draft cache works in a process of its own, on one file through all
 * restarts; everything acknowledged is there afterwards, to the letter. `acknowledged` counts saves of carts.
 */
export async function proveTillKills(
  { kills, lanes }: { kills: number; lanes: number },
  system: System = 'linux',
): Promise<Report> {
  const ledger = new Ledger(`kill -9 of the till in mid-cart${placeOf(system)}`, 'sqlite');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-kill-'));
  let left = kills;
  const isAnother = () => left-- > 0;
  try {
    const files = Array.from({ length: lanes }, (_, lane) => path.join(folder, `drafts-${lane}.db`));
    await Promise.all(files.map((file) => killInALane(file, { kills: isAnother, system, ledger })));
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return ledger.close();
}
