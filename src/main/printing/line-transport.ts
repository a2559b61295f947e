import type { PrinterCondition } from '#bridge/printing.ts';
import { log } from '../app/log.ts';
import { brokenOff, notConfirmed, type Answers, type PrinterLine } from './line.ts';
import {
  ASK_IN_ORDER,
  askStatus,
  conditionOf,
  obstacle,
  saysPaperEnded,
  statusQuestions,
  type StatusAnswers,
} from './status.ts';
import { PrinterUnreachable, PrintInterrupted, type PrinterTransport, type Taken } from './transport.ts';

/** Limits, all in milliseconds. */
export type TalkLimits = {
  /** The time that a printer may take to answer `DLE EOT`. */
  status: number;
  /** The time without an answer in order after which its status is asked for. */
  recheck: number;
  /** The time after which a ready printer that does not answer in order is taken for one that cannot. */
  inOrder: number;
};

const usualTalk: TalkLimits = { status: 500, recheck: 1_000, inOrder: 4_000 };

type LineTransportOptions = {
  /** The printer's display name: `The printer at COM3`. */
  printer: string;
  /** Opens the line. @throws PrinterUnreachable */
  open: () => Promise<PrinterLine>;
  asksStatus: boolean;
  /** Records if this printer ever answered; a silent printer that once did is off. */
  hasAnswered?: { read: () => boolean; note: () => void };
  limits?: TalkLimits;
};

/**
 * Prints over a line. A printer that answers status questions must be ready before the first byte of the job leaves;
 * afterwards it must answer a question behind the job, as only that shows that it took all of it. A printer that never
 * answers is believed as far as its line knows.
 */
export function lineTransport(options: LineTransportOptions): PrinterTransport {
  const { printer, open, asksStatus, limits = usualTalk } = options;
  const hasAnswered = options.hasAnswered ?? { read: () => false, note: () => undefined };

  /** Returns the condition before a job; a silent printer that is known to answer is unreachable. */
  async function askFirst(line: PrinterLine): Promise<PrinterCondition> {
    if (!asksStatus || !line.answers) return 'unknown';
    const condition = await ask(line, line.answers, limits.status);
    if (condition === 'unknown') return line.answers.ended || hasAnswered.read() ? 'unreachable' : 'unknown';
    if (!hasAnswered.read()) hasAnswered.note();
    return condition;
  }

  async function finish(line: PrinterLine, answers: Answers | null): Promise<Taken> {
    if (!answers) return line.finish();
    const answered = await askInOrder(line, answers);
    // The job is on paper: a printer that leaves the line open must not delay the next one.
    if (answered) {
      await line.finish(limits.status).catch(() => undefined);
      return 'printed';
    }
    const end = await line.finish();
    if (end === 'printed') return end;
    throw notConfirmed(printer);
  }

  /** True if the printer answered the question behind the job. @throws PrintInterrupted when it cannot go on */
  async function askInOrder(line: PrinterLine, answers: Answers): Promise<boolean> {
    answers.forget();
    await line.write(ASK_IN_ORDER);
    let byte = await answers.next('in_order', limits.recheck);
    for (let waited = limits.recheck; byte === null; waited += limits.recheck) {
      if (answers.ended) throw brokenOff(printer);
      await refuseObstacle(line, answers);
      if (waited >= limits.inOrder) return false;
      byte = await answers.next('in_order', limits.recheck);
    }
    if (saysPaperEnded(byte)) throw interruptedBy('out_of_paper');
    return true;
  }

  async function refuseObstacle(line: PrinterLine, answers: Answers): Promise<void> {
    const condition = await ask(line, answers, limits.status);
    if (obstacle(condition)) throw interruptedBy(condition);
  }

  /** Returns the fault of a started job, with the printer's own reason if it gives one. */
  async function explain(fault: unknown, line: PrinterLine, answers: Answers | null): Promise<Error> {
    if (!(fault instanceof PrintInterrupted)) log.error('printing:', fault);
    const interrupted = fault instanceof PrintInterrupted ? fault : brokenOff(printer);
    if (!answers || answers.ended || interrupted.condition !== 'error') return interrupted;
    const condition = await ask(line, answers, limits.status);
    return obstacle(condition) ? interruptedBy(condition) : interrupted;
  }

  return {
    send: async (bytes, onFirstByte) => {
      const line = await open();
      try {
        const condition = await askFirst(line);
        const reason = obstacle(condition);
        if (reason) throw new PrinterUnreachable(reason, condition);
        const answers = condition === 'unknown' ? null : line.answers;
        onFirstByte();
        try {
          await line.write(bytes);
          return await finish(line, answers);
        } catch (fault) {
          throw await explain(fault, line, answers);
        }
      } finally {
        await line.close();
      }
    },
    look: async () => {
      let line: PrinterLine | null = null;
      try {
        line = await open();
        const condition = line.answers ? await ask(line, line.answers, limits.status) : 'unknown';
        if (condition !== 'unknown' && !hasAnswered.read()) hasAnswered.note();
        const silence = 'The printer does not say how it is';
        return { condition, reason: condition === 'unknown' ? silence : obstacle(condition) };
      } catch (fault) {
        const condition = fault instanceof PrinterUnreachable ? fault.condition : 'unreachable';
        return { condition, reason: fault instanceof Error ? fault.message : String(fault) };
      } finally {
        await line?.close();
      }
    },
  };
}

const interruptedBy = (condition: PrinterCondition) =>
  new PrintInterrupted(obstacle(condition) ?? 'The printer reports an error', condition);

/** Asks the four status questions in turn; stops at the first without an answer. */
async function ask(line: PrinterLine, answers: Answers, limit: number): Promise<PrinterCondition> {
  const said: StatusAnswers = {};
  for (const question of statusQuestions) {
    const answer = answers.next('real_time', limit);
    line.ask(askStatus(question));
    const byte = await answer;
    if (byte === null) break;
    said[question] = byte;
  }
  return conditionOf(said);
}
