import type { Kysely } from 'kysely';
import type { Database, Writer } from './access.ts';
import type { IdBlock } from './id-block.ts';
import type { Tables } from './tables.ts';
import type { TransactionPort } from './transaction-port.ts';

function writerOf(transaction: Kysely<Tables>, nextId: () => number): Writer {
  return {
    selectFrom: transaction.selectFrom.bind(transaction),
    with: transaction.with.bind(transaction),
    insertInto: transaction.insertInto.bind(transaction),
    updateTable: transaction.updateTable.bind(transaction),
    deleteFrom: transaction.deleteFrom.bind(transaction),
    nextId,
  };
}

async function transact<T>(
  port: TransactionPort,
  block: IdBlock,
  work: (writer: Writer) => Promise<T>,
  ids?: number,
): Promise<T> {
  const release = await block.reserve(port, ids);
  try {
    return await port.transact((transaction) => work(writerOf(transaction, block.next)));
  } finally {
    release();
  }
}

/**
 * Runs writes strictly one after another, for an engine with one writer. The one place that owns its transactions:
 * several waiting writes can be put into one commit here, without any handler knowing.
 */
export function createSerialRunner(port: TransactionPort, block: IdBlock): Database['write'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work, ids) => {
    const turn = last.then(() => transact(port, block, work, ids));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Runs writes side by side, for an engine that keeps them apart itself. */
export function createParallelRunner(port: TransactionPort, block: IdBlock): Database['write'] {
  return (work, ids) => transact(port, block, work, ids);
}
