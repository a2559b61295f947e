import type { Reader } from './access.ts';

/** Returns the epoch of the data: another one once they were restored, or are another shop's. */
export async function dataEpoch(reader: Reader): Promise<number> {
  const { epoch } = await reader.selectFrom('data_version').select('epoch').executeTakeFirstOrThrow();
  return epoch;
}
