import { LAST_INVOICE_HEADER } from '#contract/headers.ts';
import { offlineSales, type RecordedOfflineSale } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { REPORT_PAUSE } from '#domain/offline-sales.ts';
import { log } from '../app/log.ts';
import { seriesOf } from './complete.ts';
import type { Credentials, LivingCredential } from './credentials.ts';
import { TO_SETTLE, type Confirmation, type KeptRow, type SalesFile } from './sales-file.ts';
import type { TillClock } from './till-clock.ts';

/** Milliseconds: after the first failure, the most after many, and between two reports. */
export type Pauses = { first: number; longest: number; report: number };
const PAUSES: Pauses = { first: 1000, longest: 60_000, report: REPORT_PAUSE };

/** A part of each pause by which it is longer or shorter, so that tills do not ask all at once. */
const JITTER = 0.25;

type SenderDeps = {
  file: SalesFile;
  clock: TillClock;
  credentials: Credentials;
  /** Posts to the API; rejects where no answer comes. */
  post: (
    path: string,
    body: object,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) => Promise<Response>;
  /** Called when a sale, the credential or a problem changed. */
  onChange: () => void;
  pauses?: Pauses;
  random?: () => number;
};

export type Sender = {
  /** Looks for sales to send, and reports what waits. */
  wake: () => void;
  /** The server answers others: tries again at once, if it was not there. */
  serverIsBack: () => void;
  stop: () => void;
};

/**
 * The outcome of one call. `ended`: the credential was refused. `isThere`: the server was reached and refused, so that the
 * next try waits its time even when the server answers others.
 */
type Outcome = 'done' | 'idle' | 'ended' | { isThere: boolean; retryAfter: number };

const NO_ANSWER = { isThere: false, retryAfter: 0 } as const;

/** A refusal of the API, which always names its code. */
const refusal = z.looseObject({ code: z.string(), message: z.string() });

const ENDED_STATUS = 401;
const BUSY_STATUS = 429;
const FAULT_STATUS = 500;
const LAST_STATUS = 599;
/** Seconds that are waited at most because the server asks for it. */
const RETRY_AFTER_MAX = 60;

/**
 * Sends the sales that wait in the file, in their order and one at a time, each until the server confirms it, with nobody
 * signed in. Nothing is skipped: what the server refuses waits, with the reason, and so do all after it.
 */
export function startSender(deps: SenderDeps): Sender {
  const { file, credentials, onChange, pauses = PAUSES, random = Math.random } = deps;
  const stopping = new AbortController();
  let failures = 0;
  let isReportDue = true;
  let isWoken = false;
  let last: Outcome = 'idle';
  let endPause: () => void = () => undefined;

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** One call: the report that is due, else the next sale. */
  const step = async (): Promise<Outcome> => {
    const living = credentials.living();
    if (living && isReportDue) {
      // A sale that is made meanwhile makes it due again.
      isReportDue = false;
      return report(deps, living, stopping.signal).then(reported);
    }
    const sale = file.nextToSend();
    const sender = sale && credentials.senderOf(sale);
    return sale && sender ? send(deps, sale, sender, stopping.signal) : 'idle';
  };
  const reported = (outcome: Outcome): Outcome => {
    if (outcome !== 'done') isReportDue = true;
    return outcome;
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      last = await step().catch((fault: unknown): Outcome => {
        if (!stopping.signal.aborted) log.error('A sale was not sent:', fault);
        return NO_ANSWER;
      });
      if (stopping.signal.aborted) return;
      if (last === 'done' || last === 'ended') {
        failures = 0;
        onChange();
      } else if (last === 'idle') {
        failures = 0;
        if (!isWoken) await pause(pauses.report);
        isWoken = false;
        isReportDue = true;
      } else {
        const { isThere, retryAfter } = last;
        // It tells first what waits, and hears if the server’s data are others, when it is there again.
        if (!isThere) isReportDue = true;
        const backOff = Math.min(pauses.first * 2 ** failures, pauses.longest);
        failures = Math.min(failures + 1, 16);
        onChange();
        await pause(Math.max(retryAfter, backOff * (1 + JITTER * (2 * random() - 1))));
      }
    }
  };
  run().catch((fault: unknown) => log.error('Nothing is sent any more:', fault));

  return {
    wake: () => {
      isReportDue = true;
      isWoken = true;
      if (last === 'idle') endPause();
    },
    serverIsBack: () => {
      if (typeof last === 'string' || last.isThere) return;
      failures = 0;
      endPause();
    },
    stop: () => {
      stopping.abort();
      endPause();
    },
  };
}

async function report(deps: SenderDeps, living: LivingCredential, signal: AbortSignal): Promise<Outcome> {
  const { file } = deps;
  const { till } = living;
  const body = {
    last_no: file.lastNo(seriesOf(living)),
    waiting: file.waitingCount(),
    epoch: file.epoch(),
    last_sent: file.lastSent(),
  };
  const said = await call(deps, offlineSales.report, body, living, signal);
  if ('answer' in said) {
    file.useEpoch(said.answer.epoch);
    const { to_settle } = said.answer;
    if (to_settle !== null) file.noteToSettle(till.till_id, to_settle);
  }
  // A server that takes no report may take the sales: nothing waits for it.
  else if (said.problem === null) return said.outcome;
  else log.warn('The server took no report:', said.problem);
  return 'done';
}

async function send(
  deps: SenderDeps,
  sale: KeptRow,
  sender: LivingCredential,
  signal: AbortSignal,
): Promise<Outcome> {
  const { file, clock } = deps;
  const { key, number, hash, body, invoice_number, invoice_proof, state } = sale;
  const waiting = file.waitingCount() - (state === 'waiting' ? 1 : 0);
  const proof = invoice_proof === null ? {} : { invoice_proof };
  const sent = { number, key, hash, body, waiting, invoice_number, ...proof };
  const said = await call(deps, offlineSales.record, sent, sender, signal);
  if (!('answer' in said)) {
    if (said.problem !== null && said.problem !== sale.problem) {
      log.warn(`${number} waits:`, said.problem);
      file.noteProblem(key, said.problem);
    }
    return said.outcome;
  }
  file.confirm(key, confirmationOf(said.answer, clock.now()));
  return 'done';
}

const confirmationOf = (answer: RecordedOfflineSale, confirmed_at: number): Confirmation => ({
  state: answer.state,
  problem: answer.to_settle ? TO_SETTLE : null,
  invoice_number: answer.shift?.number ?? answer.invoice_number,
  invoice_proof: answer.invoice_proof,
  transaction_id: answer.transaction_id,
  shift_id: answer.shift?.id ?? null,
  till_id: answer.till_id,
  receipt: answer.receipt && JSON.stringify(answer.receipt),
  confirmed_at,
  epoch: answer.epoch,
});

type Said<T> = { answer: T } | { outcome: Outcome; problem: string | null };

/** Makes one call by a till's credential; anything that is no answer of the API counts as none. */
async function call<R extends { path: string; response: z.ZodType }>(
  { file, clock, credentials, post }: SenderDeps,
  route: R,
  body: object,
  { secret, till }: LivingCredential,
  signal: AbortSignal,
): Promise<Said<z.output<R['response']>>> {
  // First of all, so that a sale whose number is taken since a restore gets none that another sale of the file still has.
  const proof = file.lastInvoiceProof(till.store_id);
  const headers = {
    authorization: `Till ${secret}`,
    ...(proof !== null && { [LAST_INVOICE_HEADER]: proof }),
  };
  const answer = await post(route.path, body, headers, signal).catch((fault: unknown) => {
    if (!signal.aborted) log.debug('The server did not answer the till:', fault);
    return null;
  });
  const text = await answer?.text().catch(() => null);
  if (!answer || text === null || text === undefined) return { outcome: NO_ANSWER, problem: null };
  const content = parsed(text);
  if (answer.ok) {
    const read = route.response.safeParse(content);
    if (!read.success) {
      log.warn(`The answer to ${route.path} cannot be read:`, read.error.issues.slice(0, 3));
      return { outcome: NO_ANSWER, problem: null };
    }
    const date = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date)) clock.hear(date);
    return { answer: read.data as z.output<R['response']> };
  }
  return refusalOf(answer, content, () => credentials.end(secret));
}

/** Returns what a refusal means for the sales that wait. */
function refusalOf(
  { status, headers }: Response,
  content: unknown,
  end: () => void,
): { outcome: Outcome; problem: string | null } {
  const said = refusal.safeParse(content).data;
  const retryAfter = Math.min(Number(headers.get('retry-after')) || 0, RETRY_AFTER_MAX) * 1000;
  if (said && status === ENDED_STATUS) {
    log.warn('The server has ended this till’s credential:', said.message);
    end();
    return { outcome: 'ended', problem: null };
  }
  const isLater = status === BUSY_STATUS || (status > FAULT_STATUS && status <= LAST_STATUS);
  if (isLater) return { outcome: { isThere: status === BUSY_STATUS, retryAfter }, problem: null };
  if (!said) return { outcome: NO_ANSWER, problem: null };
  return { outcome: { isThere: true, retryAfter }, problem: said.message };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
