import type { Reader, Writer } from '../../db/access.ts';

/** Finds a person's valid sign-ins, the last used first. */
export function findSessions(reader: Reader, staffId: number, now: number) {
  return reader
    .selectFrom('sessions')
    .leftJoin('stores', 'stores.id', 'sessions.store_id')
    .select([
      'sessions.id',
      'sessions.device_name',
      'sessions.address',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'stores.id as store_id',
      'stores.name as store_name',
    ])
    .where('sessions.staff_id', '=', staffId)
    .where('sessions.expires_at', '>', now)
    .orderBy((eb) => eb.fn.coalesce('sessions.last_used_at', 'sessions.created_at'), 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();
}

/** Ends a person's sign-in; returns true if there was one. */
export async function deleteOwnSession(writer: Writer, staffId: number, sessionId: number): Promise<boolean> {
  const row = await writer
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('staff_id', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type Use = { address: string; storeId: number | null; now: number };

/** Writes when and from where a sign-in was last used; keeps the former store if none is named. */
export async function markUsed(
  writer: Writer,
  sessionId: number,
  { address, storeId, now }: Use,
): Promise<void> {
  await writer
    .updateTable('sessions')
    .set({ last_used_at: now, address, ...(storeId === null ? {} : { store_id: storeId }) })
    .where('id', '=', sessionId)
    .execute();
}
