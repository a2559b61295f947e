import { unitCodeFields, unitCodeLabels, type UnitCodeField } from '#domain/receiving.ts';
import { createNumberChecks, isUnchecked, type Checked, type Scanned } from './number-checks.ts';
import { oddityOf } from './placing.ts';
import type { ScanningState } from './scanning-state.ts';

type ChecksDeps = {
  check: (code: string) => Promise<Checked>;
  soundError: () => void;
  isSerial: (scanned: Scanned) => boolean;
};

/** Checks the numbers of a receipt, as they are scanned and again later, and marks the results on its units. */
export function createScanningChecks(
  { read, put, mark, unitOf, lineOf, refuse }: ScanningState,
  { check, soundError, isSerial }: ChecksDeps,
) {
  let hasSounded = false;
  /** Sounds for the first of the numbers that were checked again and are taken: their rows say it. */
  const soundOnce = () => {
    if (!hasSounded) soundError();
    hasSounded = true;
  };

  const look = createNumberChecks({
    check,
    soundError,
    isThere: ({ no, field, code }) => unitOf(no)?.[field] === code,
    mark,
    onTaken: ({ no, field, code, isAgain }, text) =>
      isAgain ? soundOnce() : refuse(`Unit ${no}: ${unitCodeLabels[field]} is taken`, text, code),
    isSerial,
  });

  const ask = (no: number, field: UnitCodeField, code: string, isAgain = false) => {
    const warning = oddityOf(field, code, lineOf(unitOf(no)?.itemId ?? null));
    mark(no, ({ warnings, asked, ...marks }) => ({
      ...marks,
      warnings: warning === null ? warnings : [...new Set([...warnings, warning])],
      asked: asked + 1,
    }));
    look({ no, field, code, isAgain });
  };

  const askAllOf = (no: number) => {
    const unit = unitOf(no);
    for (const field of unitCodeFields) if (unit?.[field]) ask(no, field, unit[field], true);
  };

  return {
    ask,
    /** Checks every number again: some of a restored draft may be taken meanwhile. */
    checkAgain: () => {
      put({ marks: new Map() });
      hasSounded = false;
      for (const { no } of read().draft.units) askAllOf(no);
    },
    /** Asks again for what the server could not be asked about, unless that is under way. */
    checkUnchecked: () => {
      const marks = [...read().marks];
      if (marks.some(([, { asked }]) => asked > 0)) return;
      hasSounded = false;
      for (const [no, of] of marks) if (isUnchecked(of)) askAllOf(no);
    },
    /** Shows the server's errors on units and lines. */
    refused: (
      units: readonly { no: number; field: UnitCodeField; text: string }[],
      lines: ReadonlyMap<number, string>,
    ) => {
      for (const { no, field, text } of units) {
        mark(no, (marks) => ({ ...marks, problems: { ...marks.problems, [field]: text } }));
      }
      put({ lineProblems: lines });
      const [first] = units;
      if (first) refuse(`Unit ${first.no}: ${unitCodeLabels[first.field]}`, first.text);
      else soundError();
    },
  };
}
