import { type Report } from '#tests/support/proving.ts';
import { engines } from '#tests/support/test-databases.ts';
import { proveCountKills } from './count-kill.ts';
import { proveDroppedAnswers } from './dropped-answers.ts';
import { proveFailover } from './failover.ts';
import { forms } from './forms.ts';
import { proveFsync } from './fsync.ts';
import { proveKills } from './kill.ts';
import { proveOlderTill } from './older-tills.ts';
import { proveOffline } from './offline/offline.ts';
import { proveOfflineKills } from './offline-kill.ts';
import { proveOneUnit } from './one-unit.ts';
import { proveNight } from './night.ts';
import { provePairs } from './pairs.ts';
import { provePrinter } from './printer.ts';
import { proveQrRaces } from './qr-races.ts';
import { proveRandomDays } from './random-days/random-days.ts';
import { proveReceiptKills, proveReceipts } from './receipts.ts';
import { proveRestore } from './restore.ts';
import { proveBuckets } from './s3.ts';
import { proveShiftKills, proveShiftRaces } from './shift-races.ts';
import { proveFrames } from './scanner-frames.ts';
import { proveWedge } from './scanner-wedge.ts';
import { proveTillKills } from './till-kill.ts';
import { hasWindows, proofsOnWindows, withoutWindows } from './windows.ts';
import { proveUpgradeInTurn } from './upgrade-in-turn.ts';
import { proveUpgradeKills } from './upgrade-kill.ts';

// npm run prove: one JSON line a proof, and exit code 1 for any finding. `short` does few rounds; further words choose
// proofs and engines: node tests/prove/prove.ts short kill sqlite. A number sets the rounds of failover and restore, which
// take hours: node tests/prove/prove.ts failover 20

const words = process.argv.slice(2);
const form = words.includes('short') ? forms.short : forms.long;
const rounds = words.map(Number).find((number) => number > 0);
const inRounds = <F extends { rounds: number }>(own: F) => (rounds === undefined ? own : { ...own, rounds });

const proofs: Record<string, (() => Promise<Report>)[]> = {
  'one-unit': engines.map((engine) => () => proveOneUnit(engine, form.oneUnit)),
  'qr-races': engines.map((engine) => () => proveQrRaces(engine, form.qrRaces)),
  pairs: [() => provePairs(form.pairs)],
  kill: engines.map((engine) => () => proveKills(engine, form.kills)),
  'count-kill': engines.map((engine) => () => proveCountKills(engine, form.countKills)),
  receipts: engines.map((engine) => () => proveReceipts(engine, form.receipts)),
  'shift-races': engines.map((engine) => () => proveShiftRaces(engine, form.shiftRaces)),
  'shift-kill': engines.map((engine) => () => proveShiftKills(engine, form.shiftKills)),
  'random-days': engines.map((engine) => () => proveRandomDays(engine, form.days)),
  'receipt-kill': engines.map((engine) => () => proveReceiptKills(engine, form.receiptKills)),
  'till-kill': [() => proveTillKills(form.tillKills)],
  offline: engines.map((engine) => () => proveOffline(engine, inRounds(form.offline))),
  'offline-kill': [() => proveOfflineKills(form.offlineKills)],
  windows: hasWindows() ? proofsOnWindows(form.windows) : [() => Promise.resolve(withoutWindows())],
  night: engines.map((engine) => () => proveNight(engine, form.night)),
  failover: [() => proveFailover(inRounds(form.failover))],
  restore: [() => proveRestore(inRounds(form.restore))],
  s3: [() => proveBuckets(inRounds(form.s3))],
  fsync: [() => proveFsync(form.fsync)],
  'upgrade-kill': [() => proveUpgradeKills(form.upgradeKills)],
  'older-tills': [() => proveOlderTill(form.olderTills)],
  'upgrade-in-turn': [() => proveUpgradeInTurn(form.upgradeInTurn)],
  'scanner-wedge': [() => proveWedge(form.wedge)],
  printer: [() => provePrinter(form.printer)],
  'scanner-frames': [() => proveFrames(form.frames)],
  'dropped-answers': engines.map((engine) => () => proveDroppedAnswers(engine, form.dropped)),
};

const namedProofs = Object.keys(proofs).filter((name) => words.includes(name));
const namedEngine = engines.find((engine) => words.includes(engine));
const isWanted = (name: string) => namedProofs.length === 0 || namedProofs.includes(name);

let violated = 0;
for (const [name, runs] of Object.entries(proofs)) {
  if (!isWanted(name)) continue;
  const [onSqlite, onPostgres] = runs;
  const chosen = runs.length < 2 || !namedEngine ? runs : [namedEngine === 'sqlite' ? onSqlite : onPostgres];
  for (const run of chosen) {
    const report = await run?.();
    if (!report) continue;
    console.log(JSON.stringify(report));
    if (report.skipped) console.error(`NOT PROVED: ${report.proof}: ${report.skipped}`);
    violated += report.findings.length;
  }
}
process.exitCode = violated ? 1 : 0;
