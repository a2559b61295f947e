import type { Database } from '../../db/access.ts';
import { claimMail, findDue, updateMail, type DueMail, type OutboxRow } from './outbox.repository.ts';
import type { MailTransport } from './transports.ts';

const MINUTE = 60_000;
const POLL = 2000;
/** Minutes between each failed attempt and the next. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];
const ATTEMPTS_MAX = PAUSES.length + 1;
/** Milliseconds that an attempt keeps its mail from other servers: longer than any attempt takes. */
const CLAIM = 10 * MINUTE;
const MAILS_AT_ONCE = 20;

export type MailOptions = {
  database: Database;
  /** Epoch milliseconds. */
  clock: () => number;
  transport: MailTransport;
  /** Gets a line for every mail that was sent, or failed. */
  log: (line: string) => void;
};

type MailWorker = {
  /** Sends what is due now; several calls run one after another. */
  deliverDue: () => Promise<void>;
};

const textOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500).replace(/\s+/g, ' ');

/** The outcome of an attempt: the columns to save, and a line for the log. */
type Outcome = { changes: Parameters<typeof updateMail>[2]; line: string };

async function send({ transport, clock }: MailOptions, mail: OutboxRow): Promise<Outcome> {
  try {
    const place = await transport.send(mail);
    return { changes: { sent_at: clock(), last_error: null }, line: place };
  } catch (error) {
    const last_error = textOf(error);
    const pause = PAUSES[mail.attempts - 1];
    const next = pause === undefined ? 'given up' : `tried again in ${pause} min`;
    return {
      changes: { last_error, next_attempt_at: clock() + (pause ?? 0) * MINUTE },
      line: `not sent (${last_error}), ${next}`,
    };
  }
}

/**
 * Sends one due mail outside any transaction: the claim is committed before, the outcome is written after. If the
 * server dies in between, the mail is tried again when the claim ends.
 */
async function attempt(options: MailOptions, due: DueMail): Promise<void> {
  const { database, clock, log } = options;
  const mail = await database.write((writer) => claimMail(writer, due, clock() + CLAIM));
  if (!mail) return;
  const { changes, line } = await send(options, mail);
  await database.write((writer) => updateMail(writer, mail, changes));
  log(`email ${mail.id} ${line}`);
}

async function deliver(options: MailOptions, isStopped: () => boolean): Promise<void> {
  const { database, clock } = options;
  for (;;) {
    const wanted = { now: clock(), attemptsMax: ATTEMPTS_MAX, limit: MAILS_AT_ONCE };
    const due = await findDue(database.reader, wanted);
    for (const mail of due) {
      if (isStopped()) return;
      await attempt(options, mail);
    }
    if (due.length < MAILS_AT_ONCE) return;
  }
}

function createTurns(options: MailOptions, isStopped: () => boolean) {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.catch(() => undefined).then(() => deliver(options, isStopped));
    return last;
  };
}

/** Delivers only when it is called. */
export function createMailWorker(options: MailOptions): MailWorker {
  return { deliverDue: createTurns(options, () => false) };
}

/** Delivers waiting mails every two seconds, until it is stopped; stopping waits for the mail that is being sent. */
export function startMail(options: MailOptions): MailWorker & { stop: () => Promise<void> } {
  let stopped = false;
  let busy = false;
  const deliverDue = createTurns(options, () => stopped);
  options.log(`emails ${options.transport.where}`);
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void deliverDue()
      .catch((error: unknown) => options.log(`the outbox could not be read (${textOf(error)})`))
      .finally(() => (busy = false));
  }, POLL);
  timer.unref();
  return {
    deliverDue,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await deliverDue().catch(() => undefined);
    },
  };
}
