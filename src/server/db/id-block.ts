import type { TransactionPort } from './transaction-port.ts';

const BLOCK_SIZE = 5000;
/** The number of ids that a write may use without reserving more. */
export const IDS_A_WRITE = 1000;

export type IdBlock = {
  next: () => number;
  /** Leaves the rest of the block unused, once the coming writes have another one. */
  renew: () => void;
  /** Reserves ids for the coming writes, whatever runs beside them; returns how to release the rest. */
  reserve: (port: TransactionPort, ids: number) => Promise<() => void>;
};

/**
 * Gives out ids in blocks (hi/lo): a process takes the next block in a short transaction of its own, between writes. The
 * rest of a block is never used after the process ends.
 */
export function createIdBlock(): IdBlock {
  let ranges: { next: number; end: number }[] = [];
  let promised = 0;
  let isOld = false;
  let taking: Promise<void> = Promise.resolve();
  const left = () => ranges.reduce((sum, range) => sum + range.end - range.next, 0);

  async function take(port: TransactionPort): Promise<void> {
    if (left() >= promised && !isOld) return;
    const size = Math.max(BLOCK_SIZE, promised);
    const taken = await port.transact(({ kysely }) =>
      kysely
        .updateTable('id_blocks')
        .set((eb) => ({ next_id: eb('next_id', '+', size) }))
        .where('name', '=', 'all')
        .returning('next_id')
        .executeTakeFirstOrThrow(),
    );
    const range = { next: taken.next_id - size, end: taken.next_id };
    ranges = isOld ? [range] : [...ranges, range];
    isOld = false;
  }

  return {
    next() {
      const range = ranges[0];
      if (!range) throw new Error('The id block is used up inside one write');
      const id = range.next;
      range.next += 1;
      if (range.next === range.end) ranges = ranges.slice(1);
      return id;
    },
    renew() {
      isOld = true;
    },
    async reserve(port, ids) {
      promised += ids;
      const release = () => {
        promised -= ids;
      };
      // One at a time: otherwise two callers that find too few ids would both take a block.
      taking = taking.catch(() => undefined).then(() => take(port));
      try {
        await taking;
      } catch (error) {
        release();
        throw error;
      }
      return release;
    },
  };
}
