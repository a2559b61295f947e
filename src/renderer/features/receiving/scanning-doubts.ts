import { imeiKey } from '#domain/barcodes.ts';
import { unitCodeLabels } from '#domain/receiving.ts';
import { isOddity, lackingNumbers, lineName, type withWholeImei } from './placing.ts';
import { choicesOf, nextNo, type ScannedUnit } from './receipt-draft.ts';
import type { ScanningState } from './scanning-state.ts';
import type { ScanningDeps, ScanningUnits } from './scanning-units.ts';
import { mayBeMixed } from './unit-doubts.ts';

/** Handles numbers that the receipt has already, and what they say of its units. */
export function createScanningDoubts(
  store: ScanningState,
  deps: ScanningDeps,
  { replaced, steps, checks }: ScanningUnits,
) {
  const { read, put, putDraft, lineOf, unitOf, marksOf, mark, refuse, memory } = store;

  /**
   * Puts a unit in doubt whose number is scanned again: it may have been read from the box of the phone that is scanned now. A scanner
   * that reads one label twice in a row tells nothing of another phone. Returns true if the unit is in doubt.
   */
  function doubtOwner(owner: ScannedUnit, code: string): boolean {
    const line = lineOf(owner.itemId);
    const isReadTwice = memory.scanned.before.includes(imeiKey(code)) || owner.qr_code === code;
    if (isReadTwice || !line) return false;
    if (!mayBeMixed(owner, choicesOf(read().draft, line), deps.announced())) return false;
    putDraft({ units: replaced({ ...owner, scannedAgain: code, isConfirmed: false }) });
    return true;
  }

  /** Completes an IMEI that was scanned without its check digit, such as the MEID on the same box, or with a wrong one. */
  function complete({ unit, field }: NonNullable<ReturnType<typeof withWholeImei>>): void {
    const { no } = unit;
    const code = unit[field] ?? '';
    const { [field]: _, ...problems } = marksOf(no).problems;
    const wasShort = unitOf(no)?.[field]?.length !== code.length;
    mark(no, (marks) => ({
      ...marks,
      problems,
      warnings: marks.warnings.filter((text) => !isOddity(text)),
    }));
    steps.forgetNumber(no, field);
    steps.note({ no, field });
    putDraft({ units: replaced(unit) });
    const line = lineOf(unit.itemId);
    const isInDoubt = no !== read().draft.openNo && doubtOwner(unit, code);
    const outcome = `Unit ${no}: its IMEI is ${wasShort ? 'complete' : 'right'} now`;
    put({
      lastScan: {
        no,
        tone: isInDoubt ? 'warning' : 'good',
        what: line ? lineName(line) : code,
        code: `${unitCodeLabels[field]} ${code}`,
        outcome: isInDoubt ? `${outcome}. Compare unit ${no} with its box` : outcome,
      },
    });
    checks.ask(no, field, code);
  }

  /** Refuses a code while a unit waits for its numbers: one of them may have been missed. */
  function turnedAway(unit: ScannedUnit, code: string): void {
    putDraft({ units: replaced({ ...unit, turnedAway: [...(unit.turnedAway ?? []), code] }) });
  }

  /** Somebody said that the unit that was open when the draft was saved is the one at hand. */
  function goOn(): void {
    memory.scanned = { now: [], before: [] };
    put({ heldNo: null, lastScan: null });
  }

  /** Says what is scanned next of a unit whose number was scanned again to go on with it. */
  function tellNext({ no, itemId }: ScannedUnit, code: string): void {
    const line = lineOf(itemId);
    const what = line ? lineName(line) : code;
    put({ lastScan: { no, tellsNext: true, tone: 'good', what, code, outcome: '' } });
  }

  /** Refuses a number that a unit of the receipt has already. */
  function refuseTwice(owner: ScannedUnit, code: string, open: ScannedUnit | null): void {
    if (open && open.no !== owner.no) turnedAway(open, code);
    const told = `Unit ${owner.no} of this receipt has this number`;
    const outcome = doubtOwner(owner, code) ? `${told}. Compare unit ${owner.no} with its box` : told;
    refuse(`Unit ${open?.no ?? nextNo(read().draft)}: scanned twice`, outcome, code);
  }

  /**
   * Says what the unit lacks that was scanned before another one, unless somebody said that it is received so: the number may still
   * come, and would look like one of the unit after it.
   */
  function gapBefore({ no }: ScannedUnit): string | null {
    const { draft } = read();
    const lackingOf = (unit: ScannedUnit) => lackingNumbers({ ...draft, units: [unit] }, deps.lines());
    const last = [unitOf(memory.endedNo), draft.units.findLast((one) => one.no !== no)];
    for (const unit of last) {
      const [lacking] = unit && !unit.isConfirmed ? lackingOf(unit) : [];
      if (unit && lacking !== undefined) return `Unit ${unit.no}: ${lacking.replace(/^1 unit /, '')}`;
    }
    return null;
  }

  return { complete, turnedAway, goOn, tellNext, refuseTwice, gapBefore };
}
export type ScanningDoubts = ReturnType<typeof createScanningDoubts>;
