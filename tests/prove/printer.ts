import type { PrintJob } from '#bridge/printing.ts';
import { encodeDocument } from '#main/printing/escpos.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { printerFaults, type PrinterFault } from '#tests/support/virtual-printer.ts';
import { benchProfile, openPrinterBench, type LineKind, type PrinterBench } from './printer-bench.ts';

/**
 * `step`: a trial at each `step`-th byte of a receipt. `slowdown`: how much slower than with a healthy printer a sale may
 * be answered. `patience`: how many times longer than at its shortest the till waits for the printer, on a machine that
 * runs other tests as well.
 */
export type PrinterForm = { step: number; benches: number; slowdown: number; patience: number };

/** before: the fault is there when the job comes. Otherwise the byte of the job before which it happens. */
type Trial = { fault: PrinterFault; at: number | 'before'; isSwitchedOff: boolean };

const logo = { width: 16, height: 4, bits: Buffer.alloc(8, 0xa5).toString('base64') };
const receiptOf = (copyNo: number) => ({ kind: 'receipt' as const, receipt: aReceipt({ copy_no: copyNo }) });
const jobOf = (key: string, copyNo = 0): PrintJob => ({
  job_key: key,
  document: receiptOf(copyNo),
  open_drawer: copyNo === 0,
  logo,
});
const bytesOf = (copyNo: number) =>
  Buffer.from(encodeDocument(receiptOf(copyNo), benchProfile, copyNo === 0, { logo }));
const original = bytesOf(0);
const copy = bytesOf(1);
/** `ESC p m t1 t2`: the drawer is kicked when its last byte is processed. */
const kickedAt = original.indexOf(Buffer.of(0x1b, 0x70)) + 5;

/** The cashier's actions and view of one receipt whose printer fails. */
class Trials {
  /** The added time of each sale's answer over the one before it, whose printer was healthy. */
  readonly slowdowns: number[] = [];
  readonly bench: PrinterBench;
  readonly ledger: Ledger;
  readonly line: LineKind;
  #next = 0;

  constructor(bench: PrinterBench, ledger: Ledger, line: LineKind) {
    this.bench = bench;
    this.ledger = ledger;
    this.line = line;
  }

  async run(trial: Trial): Promise<void> {
    const healthy = await this.#printOnHealthy();
    const { printer } = this.bench;
    const kicks = printer.kicks;
    const before = printer.printedLength;
    const printedSince = () => printer.printed.subarray(before);
    const key = this.#key();
    if (trial.at === 'before') printer.fault = trial.fault;
    else printer.plan({ fault: trial.fault, at: trial.at });

    this.slowdowns.push(this.bench.print(jobOf(key)) / healthy);
    if (trial.at === 'before') await this.#waitsAndPrints(trial, key, printedSince);
    else await this.#breaksOff(trial, key, printedSince);
    this.#checkKicks(trial, printer.kicks - kicks);
  }

  /** A job that never left waits, and prints automatically once the printer is ready. */
  async #waitsAndPrints(trial: Trial, key: string, printedSince: () => Uint8Array): Promise<void> {
    const { printer } = this.bench;
    await this.bench.reached(key, ['queued']);
    this.ledger.check(printedSince().length === 0, 'Bytes left for a printer that cannot print', trial);
    printer.recover();
    await this.bench.reached(key, ['confirmed']);
    this.#checkConfirmed(trial, printedSince(), original);
    this.ledger.saw('waited and printed by itself');
  }

  /** A job that broke off is unknown; the cashier prints the receipt again, and that copy is confirmed. */
  async #breaksOff(trial: Trial, key: string, printedSince: () => Uint8Array): Promise<void> {
    const { printer } = this.bench;
    const { state, reason } = await this.bench.reached(key, ['confirmed', 'unknown', 'failed']);
    if (state === 'confirmed') this.#checkConfirmed(trial, printedSince(), original);
    this.ledger.check(state === 'unknown', `The job is ${state}`, trial);
    this.ledger.saw(`unknown: ${(reason ?? '').replace(/ at \S+/, '')}`);
    if (trial.isSwitchedOff) await this.bench.restart();
    else printer.recover();
    const left = printer.printedLength;
    const again = this.#key();
    this.bench.print(jobOf(again, 1));
    const { state: end } = await this.bench.reached(again, ['confirmed', 'unknown', 'failed']);
    this.ledger.check(end === 'confirmed', `The copy is ${end}`, trial);
    if (end === 'confirmed') this.#checkConfirmed(trial, printer.printed.subarray(left), copy);
  }

  #checkConfirmed(trial: Trial, printed: Uint8Array, job: Buffer): void {
    // The printer's remaining bytes of the broken job come first.
    const isWhole = Buffer.from(printed).includes(job);
    this.ledger.check(isWhole, `Wrongly confirmed on the ${this.line} line`, trial);
    this.ledger.report.acknowledged += 1;
  }

  #checkKicks(trial: Trial, kicks: number): void {
    // A printer that lost the bytes before the kick did not kick; the till must not repeat it, as it cannot know.
    const isLost = typeof trial.at === 'number' && trial.isSwitchedOff && trial.at < kickedAt;
    this.ledger.check(kicks === (isLost ? 0 : 1), `${kicks} kicks of the drawer`, trial);
    this.ledger.saw(isLost ? 'drawer kick lost with the printer’s buffer' : 'drawer kicked exactly once');
  }

  /** Prints twice, as the first job runs cold; returns the time of the second one. */
  async #printOnHealthy(): Promise<number> {
    const [cold, warm] = [this.#key(), this.#key()];
    this.bench.print(jobOf(cold));
    await this.bench.reached(cold, ['confirmed']);
    const time = this.bench.print(jobOf(warm));
    await this.bench.reached(warm, ['confirmed']);
    return time;
  }

  #key(): string {
    this.#next += 1;
    return `sale-${this.#next}`;
  }
}

/** Returns every fault at each `step`-th byte, and before the first one. */
function trialsOf(step: number): Trial[] {
  const places = Array.from({ length: Math.ceil(original.length / step) }, (_, index) => index * step);
  return printerFaults.flatMap((fault) => {
    // A printer that never answers looks like one that cannot: only reported faults keep a job back.
    const before: Trial[] =
      fault === 'out_of_paper' || fault === 'cover_open'
        ? [{ fault, at: 'before', isSwitchedOff: false }]
        : [];
    const during = places.map((at): Trial => {
      const isSwitchedOff = fault === 'reset' || (fault === 'stalled' && at % 2 === 0);
      return { fault, at, isSwitchedOff };
    });
    return [...before, ...during];
  });
}

const median = (times: number[]) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? NaN;

/**
 * Figure 15: a printer that resets, stalls, runs out of paper or opens its cover at every byte of a receipt, over TCP and
 * over a pseudo-terminal. No job is confirmed that did not print, the drawer is kicked once, and no sale waits for it.
 */
export async function provePrinter({ step, benches, slowdown, patience }: PrinterForm): Promise<Report> {
  const ledger = new Ledger('a printer that fails at every byte', 'sqlite');
  const slowdowns: number[] = [];
  for (const line of ['network', 'serial'] as const) {
    const waiting = trialsOf(step);
    const work = async () => {
      const bench = await openPrinterBench(line, patience);
      const trials = new Trials(bench, ledger, line);
      try {
        for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
          await trials.run(trial);
          ledger.report.rounds += 1;
        }
      } catch (fault) {
        ledger.check(false, `The proof broke off: ${String(fault)}`);
      } finally {
        slowdowns.push(...trials.slowdowns);
        await bench.close();
      }
    };
    await Promise.all(Array.from({ length: benches }, work));
  }
  const ratio = median(slowdowns);
  ledger.saw('hundredths of the time with a healthy printer', Math.round(ratio * 100));
  ledger.check(ratio <= slowdown, 'A sale waits for its printer', { ratio });
  return ledger.close();
}
