import type { ErrorCode } from '#contract/errors.ts';
import type { Insertable } from 'kysely';
import type { Writer } from '../db/access.ts';
import { compiledChange } from '../db/compiled-query.ts';
import type { AuditLogTable } from '../db/tables.ts';
import type { Session } from './call.ts';

type Deed = {
  /** Area and name of the route: `transactions.complete`. */
  action: string;
  session: Session | null;
  storeId: number | null;
  params: unknown;
  body: unknown;
  wire: unknown;
  /** Why it was not done. */
  refused?: ErrorCode;
  /** From where, for somebody who is not known. */
  address?: string;
  now: number;
};

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;

/** The id of the object that an answer is, or of the person it names under `staff`, as a sign-in's does. */
function subjectOf(wire: unknown): number | null {
  const found = [valueIn(wire, 'id'), valueIn(valueIn(wire, 'staff'), 'id')];
  return found.find((value) => typeof value === 'number') ?? null;
}

const insertDeed = compiledChange((writer: Writer, row: Insertable<AuditLogTable>) =>
  writer.insertInto('audit_log').values(row),
);

/** Appends who did what to which object; a reason that was given is kept with it, bodies never are. */
export async function appendAudit(writer: Writer, deed: Deed): Promise<void> {
  const subjects = typeof deed.params === 'object' && deed.params !== null ? Object.values(deed.params) : [];
  const subject = subjects.find((value) => typeof value === 'number') ?? subjectOf(deed.wire);
  const details = {
    reason: valueIn(deed.body, 'reason') ?? undefined,
    refused: deed.refused,
    address: deed.address,
  };
  await insertDeed(writer, {
    id: writer.nextId(),
    at: deed.now,
    staff_id: deed.session?.staff.id ?? null,
    session_id: deed.session?.id ?? null,
    store_id: deed.storeId,
    action: deed.action,
    subject_id: subject,
    details_json: Object.values(details).some(Boolean) ? JSON.stringify(details) : null,
  });
}

/**
 * Refusals that somebody may want to look into; the others are everyday slips. Those of people who are not known are kept
 * by the sign-in itself, once a window: anybody could fill the log.
 */
const SUSPICIOUS: readonly ErrorCode[] = [
  'forbidden',
  'foreign_store',
  'wrong_origin',
  'wrong_password',
  'too_many_attempts',
];

export const isSuspicious = (code: ErrorCode) => SUSPICIOUS.includes(code);
