import type { PrinterCondition } from '#bridge/printing.ts';

// A receipt printer's answers about its status. Source: Epson ESC/POS reference, `DLE EOT`, `GS r`, `GS a`.

/** printer, cause of being offline, cause of an error, paper sensor: the n of `DLE EOT n`. */
export const statusQuestions = [1, 2, 3, 4] as const;
type StatusQuestion = (typeof statusQuestions)[number];

/** `DLE EOT n`, which is answered at once, also while the printer is busy or offline. */
export const askStatus = (question: StatusQuestion) => Uint8Array.of(0x10, 0x04, question);

/**
 * `GS r 1`, the paper sensor: waits in the receive buffer behind the job and is answered after everything before it was
 * processed. A printer without paper goes offline and never answers it.
 */
export const ASK_IN_ORDER = Uint8Array.of(0x1d, 0x72, 1);

/** real_time: to `DLE EOT`. in_order: to `GS r`. */
export type Answer = { kind: 'real_time' | 'in_order'; byte: number };

/** Fixed bits: 0, 1, 4 and 7 of an answer in real time. Bit 1 tells it from XON, XOFF and an unasked status. */
const isRealTime = (byte: number) => (byte & 0x93) === 0x12;
/** Bits 4 and 7 are off in the answer to `GS r`. */
const isInOrder = (byte: number) => (byte & 0x90) === 0;
/** The first byte of an automatic status (`GS a`), which some printers are set to send unasked. */
const isAutomatic = (byte: number) => (byte & 0x93) === 0x10;
const AFTER_AUTOMATIC = 3;

/**
 * Reads a printer's answers piece by piece. Skips a status sent unasked: four bytes, the last three of which look like
 * answers in order. Skips all other bytes, too.
 */
export function readAnswers(): (bytes: Uint8Array) => Answer[] {
  let automatic = 0;
  return (bytes) => {
    const answers: Answer[] = [];
    for (const byte of bytes) {
      if (isRealTime(byte)) answers.push({ kind: 'real_time', byte });
      else if (isAutomatic(byte)) automatic = AFTER_AUTOMATIC;
      else if (isInOrder(byte)) {
        if (automatic > 0) automatic -= 1;
        else answers.push({ kind: 'in_order', byte });
      }
    }
    return answers;
  };
}

/** The answers to the status questions; unanswered ones are absent. */
export type StatusAnswers = Partial<Record<StatusQuestion, number>>;

const has = (byte: number | undefined, bits: number) => byte !== undefined && (byte & bits) !== 0;

/** Returns the condition that a printer's answers show, the gravest first. */
export function conditionOf(answers: StatusAnswers): PrinterCondition {
  const { 1: printer, 2: offline, 3: fault, 4: paper } = answers;
  if (Object.keys(answers).length === 0) return 'unknown';
  if (has(offline, 0x04)) return 'cover_open';
  if (has(offline, 0x20) || has(paper, 0x60)) return 'out_of_paper';
  if (has(fault, 0x08)) return 'cutter_error';
  if (has(offline, 0x40) || has(fault, 0x64)) return 'error';
  if (has(printer, 0x08)) return 'offline';
  return has(paper, 0x0c) ? 'paper_low' : 'ready';
}

/** True if the answer to `GS r 1` says that the paper has ended: bits 2 and 3. */
export const saysPaperEnded = (byte: number) => (byte & 0x0c) !== 0;

/** Returns why a printer cannot print, as display text for the cashier; null if it can. */
export function obstacle(condition: PrinterCondition): string | null {
  switch (condition) {
    case 'out_of_paper':
      return 'The printer is out of paper';
    case 'cover_open':
      return 'The cover of the printer is open';
    case 'cutter_error':
      return 'The cutter of the printer is stuck';
    case 'offline':
      return 'The printer is offline';
    case 'error':
      return 'The printer reports an error';
    case 'unreachable':
      return 'The printer does not answer';
    case 'ready':
    case 'paper_low':
    case 'unknown':
      return null;
  }
}
