import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import {
  Ledger,
  proveOn,
  signInDirectly,
  withDatabase,
  type Ground,
  type Report,
} from '#tests/support/proving.ts';
import { complete, expectDone, openDraft, pay } from '#tests/support/selling.ts';
import { makeShop } from '#tests/support/shop.ts';
import { canTrace, readTrace, trace, type TracedCall } from '#tests/support/system-calls.ts';

const WAL = /tindahan\.db-wal$/;
const BUSY = 'HTTP/1.1 503';
const CALLS_A_SALE = 4;

/** Sells one unit after another, one call at a time. */
async function sellEach(till: Caller, units: readonly number[]): Promise<void> {
  for (const unitId of units) {
    expectDone(await till.post(`/pos/inventory/${unitId}/lock`));
    const draft = await openDraft(till, [unitId]);
    await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
    expectDone(await complete(till, draft.id));
  }
}

/** Checks that before each answer the log was written and, after its last byte, synced to the disk. */
function checkOrder(calls: readonly TracedCall[], ledger: Ledger): number {
  let answers = 0;
  let syncs = 0;
  let isWritten = false;
  let isDirty = false;
  for (const { kind, what } of calls) {
    if (kind === 'answered') {
      // A server that the trace holds up may ask to be called again: it did nothing.
      if (what === BUSY) continue;
      answers += 1;
      ledger.check(isWritten, `Answer ${answers} came without a write to the log`);
      ledger.check(!isDirty && syncs > 0, `Answer ${answers} came before the log was on the disk`);
      ledger.saw('syncs of the log', syncs);
      syncs = 0;
      isWritten = false;
    } else if (WAL.test(what)) {
      if (kind === 'written') isWritten = true;
      else syncs += 1;
      isDirty = kind === 'written';
    }
  }
  return answers;
}

async function proveOnTrace(ground: Ground, ledger: Ledger, sales: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-trace-'));
  try {
    const { units, session } = await withDatabase(ground, async (database) => {
      const shop = await makeShop(database, { units: sales });
      return { units: shop.units, session: await signInDirectly(database, shop.seller.id) };
    });
    const server = await ground.startServer();
    const file = path.join(folder, 'calls');
    const end = await trace(server.child.pid ?? 0, file);
    await sellEach(
      callerWith(server.url, session.token, unlessBusy),
      units.map((unit) => unit.id),
    );
    await end();
    const answers = checkOrder(readTrace(file), ledger);
    ledger.check(answers === sales * CALLS_A_SALE, 'The trace misses answers', { answers, sales });
    ledger.saw('answers', answers);
    ledger.report.rounds = sales;
    ledger.report.acknowledged = sales;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A kill proves that a sale is whole, not that it would survive a power cut: this looks for the sync of SQLite's log
 * before each answer, in a system-call trace. On PostgreSQL its own processes sync; its settings are the operator's.
 */
export async function proveFsync({ sales }: { sales: number }): Promise<Report> {
  if (!canTrace()) {
    const { report } = new Ledger('a sync before each answer', 'sqlite');
    return { ...report, skipped: 'no strace on this machine. Install it with: apt-get install strace' };
  }
  return proveOn('a sync before each answer', 'sqlite', (ground, ledger) =>
    proveOnTrace(ground, ledger, sales),
  );
}
