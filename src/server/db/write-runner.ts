import type { Kysely } from 'kysely';
import type { Writer } from './access.ts';
import type { IdBlock } from './id-block.ts';
import type { Tables } from './tables.ts';
import type { TransactionPort } from './transaction-port.ts';

function writerOf(transaction: Kysely<Tables>, ids: IdBlock): Writer {
  return {
    selectFrom: transaction.selectFrom.bind(transaction),
    with: transaction.with.bind(transaction),
    insertInto: transaction.insertInto.bind(transaction),
    updateTable: transaction.updateTable.bind(transaction),
    deleteFrom: transaction.deleteFrom.bind(transaction),
    nextId: ids.next,
  };
}

/**
 * Runs writes strictly one after another. The one place that owns transactions: several waiting writes can be put into
 * one commit here, without any handler knowing.
 */
export function createWriteRunner(port: TransactionPort, block: IdBlock) {
  let last: Promise<unknown> = Promise.resolve();
  return function write<T>(work: (writer: Writer) => Promise<T>, ids?: number): Promise<T> {
    const turn = last.then(async () => {
      await block.topUp(port, ids);
      return port.transact((transaction) => work(writerOf(transaction, block)));
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}
