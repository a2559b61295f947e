import { remainingTexts, unitCodeLabels } from '#domain/receiving.ts';
import { unitsText } from '#domain/units.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';
import { alsoText, CLEAN, isUnchecked, type UnitMarks } from './number-checks.ts';
import { lineName, nextNumber, unitNos } from './placing.ts';
import {
  choicesOf,
  countOf,
  roomOf,
  type Line,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';
import { exceedingUnits, tooManyText, unitsToCheck } from './receipt-request.ts';

/**
 * The outcome of the last scan: of a unit (`no`), of a line that it chose or counted, or of a line that was full. Counts in
 * it are worked out from the order as it stands now, as others receive the same order; what is scanned next
 * (`tellsNext`) from what is ticked now.
 */
export type LastScan =
  | (Verdict & { no?: number; tellsNext?: boolean })
  | { kind: 'chosen' | 'counted'; itemId: number }
  | { kind: 'full'; itemId: number; code?: string };

/** True if it added something to the receipt. */
export const hasAdded = (last: LastScan | null): boolean =>
  last !== null && ('kind' in last ? last.kind === 'counted' : last.no !== undefined);

type Now = { draft: ReceiptDraft; marks: ReadonlyMap<number, UnitMarks>; lines: readonly Line[] };

/** Returns what the last scan says by now; null if it says nothing any more. Nothing is good while units are not checked. */
export function lastScanNow(last: LastScan | null, now: Now): Verdict | null {
  const verdict = verdictNow(last, now);
  const { units } = now.draft;
  const unchecked = units.filter(({ no }) => isUnchecked(now.marks.get(no) ?? CLEAN)).length;
  if (verdict === null || verdict.tone === 'bad' || unchecked === 0) return verdict;
  const outcome = `${verdict.outcome} · ${unitsText(unchecked)} not checked: the server could not be reached`;
  return { ...verdict, tone: 'warning', outcome };
}

/** `Unit 3: now its IMEI`; a unit that another one was begun after is only named. */
function nextText(unit: ScannedUnit, line: Line, draft: ReceiptDraft): string {
  const next = line.needsNumber ? nextNumber(unit, choicesOf(draft, line)) : null;
  if (next === null) return `Unit ${unit.no} is complete`;
  return draft.openNo === unit.no ? `Unit ${unit.no}: now its ${unitCodeLabels[next]}` : `Unit ${unit.no}`;
}

function verdictNow(last: LastScan | null, { lines, ...scanned }: Now): Verdict | null {
  const { draft } = scanned;
  if (last === null) return null;
  if (!('kind' in last)) {
    const unit = draft.units.find(({ no }) => no === last.no);
    const line = lines.find(({ itemId }) => itemId === unit?.itemId);
    if (!unit || !line) return last;
    const { alsoBy } = scanned.marks.get(unit.no) ?? CLEAN;
    const outcome = last.tellsNext
      ? [nextText(unit, line, draft), last.outcome].filter(Boolean).join(' · ')
      : last.outcome;
    const also = last.tone === 'bad' || alsoBy === undefined ? null : alsoText(alsoBy);
    const told: Verdict = also
      ? { ...last, tone: 'warning', outcome: `${outcome} · ${also}` }
      : { ...last, outcome };
    if (!exceedingUnits(scanned, lines).has(unit.no)) return told;
    return { ...last, tone: 'bad', outcome: tooManyText(line) };
  }
  const line = lines.find(({ itemId }) => itemId === last.itemId);
  if (!line) return null;
  const what = lineName(line);
  if (last.kind === 'chosen') {
    const next = nextNumber(null, choicesOf(draft, line));
    const outcome = `Now scan the ${next ? unitCodeLabels[next].replace(/^S/, 's') : 'unit'}`;
    return { tone: 'good', what, outcome };
  }
  const { remaining } = line;
  const count = countOf(draft, line);
  const room = roomOf(draft, line);
  if (last.kind === 'full') {
    if (room > 0) return null;
    const full = remainingTexts(remaining).allHere;
    const code = last.code === undefined ? {} : { code: last.code };
    const odd = unitsToCheck(scanned, lines).filter(({ itemId }) => itemId === line.itemId);
    const then = odd.length > 0 ? `, or look at ${unitNos(odd)} first` : '';
    return { tone: 'bad', what, ...code, outcome: `${full}. Set it aside${then}` };
  }
  return room < 0
    ? {
        tone: 'bad',
        what,
        outcome: `${count} ${count === 1 ? 'is' : 'are'} here. ${remainingTexts(remaining).onlyOfItem}`,
      }
    : { tone: 'good', what, outcome: `${count} of ${count + room}` };
}
