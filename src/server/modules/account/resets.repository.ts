import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** Requested by mail: the token sets a new password, once. */
    password_resets: {
      token_hash: string;
      staff_id: number;
      created_at: number;
      expires_at: number;
    };
  }
}

export async function insertReset(
  writer: Writer,
  reset: Insertable<Tables['password_resets']>,
): Promise<void> {
  await writer.insertInto('password_resets').values(reset).execute();
}

/** Finds the active person with this email who has a valid reset token. */
export function findByReset(reader: Reader, tokenHash: string, email: string, now: number) {
  return reader
    .selectFrom('password_resets')
    .innerJoin('staff', 'staff.id', 'password_resets.staff_id')
    .select(['staff.id', 'staff.name', 'staff.email', 'staff.password_hash'])
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now)
    .where('staff.email', '=', email)
    .where('staff.is_active', '=', 1)
    .executeTakeFirst();
}

/** Deletes a token; returns true if it was still there. */
export async function takeReset(writer: Writer, tokenHash: string): Promise<boolean> {
  const row = await writer
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .returning('staff_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteResetsOf(writer: Writer, staffId: number): Promise<void> {
  await writer.deleteFrom('password_resets').where('staff_id', '=', staffId).execute();
}

export async function deleteExpiredResets(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
}
