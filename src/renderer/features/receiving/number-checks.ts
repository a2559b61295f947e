import type { UnitCodeField } from '#domain/receiving.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';

/** What the server says of a code. */
export type Checked = {
  outcome: 'free' | 'label' | 'taken' | 'returned' | 'product';
  message: string | null;
};

/** What is known of a unit beside its numbers. */
export type UnitMarks = {
  /** What is wrong with its numbers, by field: it is not received like this. */
  problems: Partial<Record<UnitCodeField, string>>;
  /** What is only to be looked at. */
  warnings: readonly string[];
  /** How many of its numbers the server still looks up. */
  asked: number;
};

export const CLEAN: UnitMarks = { problems: {}, warnings: [], asked: 0 };
export const isWrong = ({ problems }: UnitMarks) => Object.keys(problems).length > 0;

const NOT_CHECKED = 'Not checked: the server could not be reached';
const NO_LABEL = 'This is no label of this order';
const RETURNED = 'It went back to its supplier: it comes in again on its own record';

/** A number of a unit that was scanned. */
type Scanned = { no: number; field: UnitCodeField; code: string };

type NumberChecksDeps = {
  check: (code: string) => Promise<Checked>;
  soundError: () => void;
  /** Whether the unit still has the number: it may have been taken back meanwhile. */
  isThere: (scanned: Scanned) => boolean;
  mark: (no: number, change: (marks: UnitMarks) => UnitMarks) => void;
  /** Somebody else has it. */
  onTaken: (scanned: Scanned, text: string) => void;
  /** What looked like a label is none: whether it is the unit's serial number then. */
  isSerial: (scanned: Scanned) => boolean;
};

const withWarning = (marks: UnitMarks, text: string): UnitMarks => ({
  ...marks,
  warnings: [...new Set([...marks.warnings, text])],
});

/** Asks the server of each scanned number, one after another in their order, and marks what it says at its unit. */
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
          const settled = { ...marks, asked: Math.max(0, marks.asked - 1) };
          return isThere(scanned) ? change(settled) : settled;
        });
      try {
        const { outcome, message } = await check(code);
        const isLabel = field === 'qr_code';
        if (outcome === (isLabel ? 'label' : 'free')) return settle((marks) => marks);
        if (outcome === 'free' && isThere(scanned) && isSerial(scanned)) {
          return mark(no, (marks) => ({ ...marks, asked: Math.max(0, marks.asked - 1) }));
        }
        if (outcome === 'returned') return settle((marks) => withWarning(marks, RETURNED));
        const text = message ?? (outcome === 'free' ? NO_LABEL : 'This is the code of a product');
        settle((marks) => ({ ...marks, problems: { ...marks.problems, [field]: text } }));
        if (isThere(scanned)) onTaken(scanned, text);
      } catch {
        settle((marks) => withWarning(marks, NOT_CHECKED));
      }
    },
    soundError,
    Number.POSITIVE_INFINITY,
  );
}
