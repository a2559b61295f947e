import type { UnitCodeField } from '#domain/receiving.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';

/** The server's answer about a code. */
export type Checked = {
  outcome: 'free' | 'label' | 'taken' | 'returned' | 'product';
  message: string | null;
  /** Another person with the code in an open receipt of this order. */
  scanned_by: { name: string } | null;
};

/** The results of the checks of one unit. */
export type UnitMarks = {
  /** Errors of its numbers by field; the unit cannot be received with them. */
  problems: Partial<Record<UnitCodeField, string>>;
  /** Warnings that do not stop the receiving. */
  warnings: readonly string[];
  /** The numbers that the server could not be asked about. */
  unchecked: readonly UnitCodeField[];
  /** The name of another person with one of its numbers in an open receipt. */
  alsoBy?: string | undefined;
  /** The number of checks that are still running. */
  asked: number;
};

export const CLEAN: UnitMarks = { problems: {}, warnings: [], unchecked: [], asked: 0 };
export const isWrong = ({ problems }: UnitMarks) => Object.keys(problems).length > 0;
/** Says who else has scanned a unit and not received it. */
export const alsoText = (name: string) => `${name} has scanned this, too, and not received it`;
export const isUnchecked = ({ unchecked }: UnitMarks) => unchecked.length > 0;

const NO_LABEL = 'This is not a label of this order';
const RETURNED = 'It went back to its supplier: it comes in again on its own record';

/** A scanned number of a unit. */
export type Scanned = {
  no: number;
  field: UnitCodeField;
  code: string;
  /** It was checked before, and is no scan of now. */
  isAgain?: boolean;
};

type NumberChecksDeps = {
  check: (code: string) => Promise<Checked>;
  soundError: () => void;
  /** True if the unit still has the number: it may have been undone meanwhile. */
  isThere: (scanned: Scanned) => boolean;
  mark: (no: number, change: (marks: UnitMarks) => UnitMarks) => void;
  /** Called for a number that is refused: another unit has it, or it is no label or a product's code. */
  onTaken: (scanned: Scanned, text: string) => void;
  /** Called for a code that looked like a label and is none; true if it became the unit's serial number. */
  isSerial: (scanned: Scanned) => boolean;
};

const withWarning = (marks: UnitMarks, text: string): UnitMarks => ({
  ...marks,
  warnings: [...new Set([...marks.warnings, text])],
});

/** Checks each scanned number with the server, one after another, and marks the result on its unit. */
export function createNumberChecks({
  check,
  soundError,
  isThere,
  mark,
  onTaken,
  isSerial,
}: NumberChecksDeps) {
  return createScanQueue(
    async (scanned: Scanned) => {
      const { no, field, code } = scanned;
      const settle = (change: (marks: UnitMarks) => UnitMarks) =>
        mark(no, (marks) => {
          const unchecked = marks.unchecked.filter((one) => one !== field);
          const settled = { ...marks, unchecked, asked: Math.max(0, marks.asked - 1) };
          return isThere(scanned) ? change(settled) : settled;
        });
      try {
        const { outcome, message, scanned_by: other } = await check(code);
        const isLabel = field === 'qr_code';
        if (outcome === (isLabel ? 'label' : 'free')) {
          if (other && !scanned.isAgain && isThere(scanned)) soundError();
          return settle((marks) => ({ ...marks, alsoBy: other?.name ?? marks.alsoBy }));
        }
        if (outcome === 'free' && isThere(scanned) && isSerial(scanned)) {
          return mark(no, (marks) => ({ ...marks, asked: Math.max(0, marks.asked - 1) }));
        }
        if (outcome === 'returned') return settle((marks) => withWarning(marks, RETURNED));
        const text = message ?? (outcome === 'free' ? NO_LABEL : 'This is the code of a product');
        settle((marks) => ({ ...marks, problems: { ...marks.problems, [field]: text } }));
        if (isThere(scanned)) onTaken(scanned, text);
      } catch {
        settle((marks) => ({ ...marks, unchecked: [...marks.unchecked, field] }));
      }
    },
    soundError,
    Number.POSITIVE_INFINITY,
  );
}
