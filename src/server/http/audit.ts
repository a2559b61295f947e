import type { ErrorCode } from '#contract/errors.ts';
import type { Insertable } from 'kysely';
import type { Writer } from '../db/access.ts';
import { compiledChange } from '../db/compiled-query.ts';
import type { Tables } from '../db/tables.ts';
import type { Session } from './call.ts';

/** A field, by its path on the wire (`settings.tax_rate`), as it was and as it is. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** What is read as a dash, before and after. */
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields that differ; of objects within, each for itself. */
export function changesBetween(before: object, after: object, within = ''): FieldChange[] {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): FieldChange[] => {
    const [was, is] = [valueIn(before, name), valueIn(after, name)];
    const field = `${within}${name}`;
    if (isObject(was) && isObject(is)) return changesBetween(was, is, `${field}.`);
    if ((isNothing(was) && isNothing(is)) || JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ field, before: was ?? null, after: is ?? null }];
  });
}

type AuditedCall = {
  /** Module and name of the route: `transactions.complete`. */
  action: string;
  session: Session | null;
  storeId: number | null;
  params: unknown;
  body: unknown;
  wire: unknown;
  /** What it is done to, as it is called now, and the store that it belongs to. */
  target?: { name: string; storeId?: number | null };
  /** What became different. */
  changes?: readonly FieldChange[];
  /** Who let it be done by somebody who may not do it alone. */
  approvedBy?: { id: number; name: string };
  /** Why it was not done. */
  refused?: ErrorCode;
  /** From where, for somebody who is not known. */
  address?: string;
  device?: unknown;
  now: number;
};

/** What an audit event has of somebody who is not signed in. */
export const NOBODY = { session: null, storeId: null, body: null, wire: null };

export const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;

/** The store that a path names. */
function storeIn(params: unknown): number | null {
  const id = valueIn(params, 'storeId');
  return typeof id === 'number' ? id : null;
}

/** The person that an answer names under `staff`, as a sign-in's does. */
function personIn(wire: unknown): number | null {
  const id = valueIn(valueIn(wire, 'staff'), 'id');
  return typeof id === 'number' ? id : null;
}

/** The id of the object that an answer is, or of the person it names. */
function targetOf(wire: unknown): number | null {
  const id = valueIn(wire, 'id');
  return typeof id === 'number' ? id : personIn(wire);
}

/** What an answer that is the target itself calls it. */
function nameIn(wire: unknown, target: number | null): string | undefined {
  const name = valueIn(wire, 'name');
  return typeof name === 'string' && valueIn(wire, 'id') === target ? name : undefined;
}

const insertAuditEvent = compiledChange((writer: Writer, row: Insertable<Tables['audit_log']>) =>
  writer.insertInto('audit_log').values(row),
);

/** Appends who did what to which object; a reason that was given is kept with it, bodies never are. */
export async function appendAudit(writer: Writer, event: AuditedCall): Promise<void> {
  const ids = typeof event.params === 'object' && event.params !== null ? Object.values(event.params) : [];
  const target = ids.find((value) => typeof value === 'number') ?? targetOf(event.wire);
  const details = {
    subject: event.target?.name ?? nameIn(event.wire, target),
    reason: valueIn(event.body, 'reason') ?? undefined,
    changes: event.changes?.length ? event.changes : undefined,
    approved_by: event.approvedBy,
    refused: event.refused,
    address: event.address,
    device: event.device ?? undefined,
  };
  await insertAuditEvent(writer, {
    id: writer.nextId(),
    at: event.now,
    // Who signs in is known by the answer alone.
    staff_id: event.session?.staff.id ?? personIn(event.wire),
    session_id: event.session?.id ?? null,
    // What is done to a store is done there, also from another one.
    store_id: event.storeId ?? storeIn(event.params) ?? event.target?.storeId ?? null,
    action: event.action,
    subject_id: target,
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
