import { remainingTexts } from '#domain/receiving.ts';
import { unitsText } from '#domain/units.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';
import { alsoText, CLEAN, isUnchecked, type UnitMarks } from './number-checks.ts';
import { lineName, unitNos } from './placing.ts';
import { countOf, roomOf, type Line, type ReceiptDraft } from './receipt-draft.ts';
import { exceedingUnits, tooManyText, unitsToCheck } from './receipt-request.ts';

/**
 * The outcome of the last scan: of a unit (`no`), of a line without numbers that it counted, or of a line that was full.
 * Counts in it are worked out from the order as it stands now: others receive the same order.
 */
export type LastScan =
  | (Verdict & { no?: number })
  | { kind: 'counted'; itemId: number }
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

function verdictNow(last: LastScan | null, { lines, ...scanned }: Now): Verdict | null {
  const { draft } = scanned;
  if (last === null) return null;
  if (!('kind' in last)) {
    const unit = draft.units.find(({ no }) => no === last.no);
    const line = lines.find(({ itemId }) => itemId === unit?.itemId);
    if (!unit || !line) return last;
    const { alsoBy } = scanned.marks.get(unit.no) ?? CLEAN;
    const also = last.tone === 'bad' || alsoBy === undefined ? null : alsoText(alsoBy);
    const told: Verdict = also ? { ...last, tone: 'warning', outcome: `${last.outcome} · ${also}` } : last;
    if (!exceedingUnits(scanned, lines).has(unit.no)) return told;
    return { ...last, tone: 'bad', outcome: tooManyText(line) };
  }
  const line = lines.find(({ itemId }) => itemId === last.itemId);
  if (!line) return null;
  const what = lineName(line);
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
