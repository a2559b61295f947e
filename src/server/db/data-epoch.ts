import type { Reader, Writer } from './access.ts';

/** Returns the epoch of the data: another one once they were restored, or are another shop's. */
export async function dataEpoch(reader: Reader): Promise<number> {
  const { epoch } = await reader.selectFrom('data_version').select('epoch').executeTakeFirstOrThrow();
  return epoch;
}

/** Returns the epoch of data that were restored since they began; null if they never were. */
export async function restoredEpoch(reader: Reader): Promise<number | null> {
  const { epoch, first_epoch } = await reader
    .selectFrom('data_version')
    .select(['epoch', 'first_epoch'])
    .executeTakeFirstOrThrow();
  return epoch === first_epoch ? null : epoch;
}

/** Begins a new epoch: an older copy of the data was put back. Tills send again what they sold, and copy their store anew. */
export async function renewEpoch(writer: Writer, now: number): Promise<void> {
  await writer
    .updateTable('data_version')
    .set((eb) => ({
      epoch: eb
        .case()
        .when('epoch', '<', now)
        .then(now)
        .else(eb('epoch', '+', 1))
        .end(),
    }))
    .execute();
}
