import { CompiledQuery } from 'kysely';
import { readerOf, sending, type Database, type Execution, type Writer } from './access.ts';
import { takenField } from './broken-constraints.ts';
import { IDS_A_WRITE, type IdBlock } from './id-block.ts';
import type { LoadNotes } from './load.ts';
import type { OpenTransaction, TransactionPort } from './transaction-port.ts';

type Send = Writer[typeof sending];

function writerOf(
  { kysely: transaction, execution }: Pick<OpenTransaction, 'kysely' | 'execution'>,
  send: Send,
  { next, renew }: IdBlock,
): Writer {
  return {
    ...readerOf(transaction, execution),
    insertInto: transaction.insertInto.bind(transaction),
    updateTable: transaction.updateTable.bind(transaction),
    deleteFrom: transaction.deleteFrom.bind(transaction),
    [sending]: send,
    nextId: next,
    renewIds: renew,
  };
}

/** Returns the error of the first statement that failed; undefined if none did. */
async function firstFailure(sent: readonly Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(sent);
  return settled.find((one) => one.status === 'rejected')?.reason;
}

const OVER = 'A write goes on after it has ended';

/**
 * Runs a write with a writer of its own, which refuses compiled queries once the work has ended: a query left over from a
 * failed work must not run in another transaction. An error of a statement that nobody waited for comes before whatever
 * the work threw later.
 */
async function doWrite<T>(
  { kysely, execution, sent }: OpenTransaction,
  ids: IdBlock,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const run: Execution['run'] = (query) => (isOver ? Promise.reject(new Error(OVER)) : execution.run(query));
  const send: Send = (query) => {
    if (isOver) throw new Error(OVER);
    const sending = execution.run(query);
    // Told by the transaction, which waits for all of them.
    sending.catch(() => undefined);
    sent.push(sending);
  };
  try {
    return await work(writerOf({ kysely, execution: { ...execution, run } }, send, ids));
  } catch (error) {
    throw (await firstFailure(sent)) ?? error;
  } finally {
    isOver = true;
  }
}

/** Makes sure that writes find the ids they use. */
async function withIds<T>(
  port: TransactionPort,
  block: IdBlock,
  writes: readonly { ids: number | undefined }[],
  work: () => Promise<T>,
): Promise<T> {
  const release = await block.reserve(
    port,
    writes.reduce((sum, { ids = IDS_A_WRITE }) => sum + ids, 0),
  );
  try {
    return await work();
  } finally {
    release();
  }
}

/** Runs writes side by side, for an engine that isolates them itself. */
export function createParallelRunner(
  port: TransactionPort,
  block: IdBlock,
  load: LoadNotes,
): Database['write'] {
  return async (work, ids) => {
    const value = await withIds(port, block, [{ ids }], () =>
      port.transact((transaction) => doWrite(transaction, block, work)),
    );
    load.committed(1);
    return value;
  };
}

/** A waiting write, with its callbacks. */
type Turn = {
  ids: number | undefined;
  /** Does the work; `tell` reports its result after the commit. */
  work: (writer: Writer) => Promise<unknown>;
  tell: (outcome: Outcome) => void;
  /** Called when its turn comes. */
  begin: () => void;
};
type Outcome = { value: unknown } | { error: unknown };

/** The most writes that share one commit: the first of them waits for the last. */
const WRITES_A_COMMIT = 64;

/** Lets the process read arrived data and send finished answers. */
const nextTick = () => new Promise<void>((resume) => setImmediate(resume));

const SAVEPOINT = CompiledQuery.raw('savepoint one_write');
const RELEASE = CompiledQuery.raw('release one_write');
const ROLL_BACK = CompiledQuery.raw('rollback to one_write');

/** Runs one of several writes of a commit: a throw rolls back this one alone. */
async function attempt(
  { kysely: transaction }: OpenTransaction,
  work: () => Promise<unknown>,
): Promise<Outcome> {
  await transaction.executeQuery(SAVEPOINT);
  try {
    const value = await work();
    await transaction.executeQuery(RELEASE);
    return { value };
  } catch (error) {
    // An engine that aborted the whole transaction throws here, and all of its writes are refused.
    await transaction.executeQuery(ROLL_BACK);
    await transaction.executeQuery(RELEASE);
    return { error: takenField(error) ?? error };
  }
}

/**
 * Runs writes strictly one after another, for an engine with one writer. Waiting writes share one commit, each with a
 * savepoint, and are answered after it: docs/decisions/group-commit.md.
 */
export function createSerialRunner(
  port: TransactionPort,
  block: IdBlock,
  load: LoadNotes,
): Database['write'] {
  const waiting: Turn[] = [];
  let isRunning = false;

  async function commitTogether(turns: readonly Turn[]): Promise<Outcome[]> {
    return port.transact(async (transaction) => {
      const turn = async (work: Turn['work']) => {
        const sent: Promise<unknown>[] = [];
        const value = await doWrite({ ...transaction, sent }, block, work);
        await Promise.all(sent);
        return value;
      };
      const [only] = turns;
      if (only && turns.length === 1) return [{ value: await turn(only.work) }];
      const outcomes: Outcome[] = [];
      for (const { work } of turns) outcomes.push(await attempt(transaction, () => turn(work)));
      return outcomes;
    });
  }

  /** Refuses all of them if the commit fails: none was answered before it. */
  async function settle(turns: readonly Turn[]): Promise<void> {
    for (const { begin } of turns) begin();
    try {
      const outcomes = await withIds(port, block, turns, () => commitTogether(turns));
      load.committed(outcomes.filter((outcome) => 'value' in outcome).length);
      outcomes.forEach((outcome, index) => turns[index]?.tell(outcome));
    } catch (error) {
      for (const { tell } of turns) tell({ error });
    }
  }

  async function takeTurns(): Promise<void> {
    // Requests that arrive in the same tick are read first, so that they can share the commit.
    for (await nextTick(); waiting.length > 0; await nextTick()) {
      await settle(waiting.splice(0, WRITES_A_COMMIT));
    }
    isRunning = false;
  }

  return <T>(work: (writer: Writer) => Promise<T>, ids?: number) =>
    new Promise<T>((resolve, reject) => {
      const tell = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.value as T);
      waiting.push({ ids, work, tell, begin: load.wait() });
      if (isRunning) return;
      isRunning = true;
      void takeTurns();
    });
}
