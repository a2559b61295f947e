import type { Route } from '#contract/define-route.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Insertable } from 'kysely';
import type { Writer } from '../db/access.ts';
import { compiledWrite } from '../db/compiled-query.ts';
import type { Tables } from '../db/tables.ts';
import type { Session } from './call.ts';

/** A changed field, by its path on the wire (`settings.tax_rate`), with its value before and after. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** True for values that are shown as a dash, before and after. */
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the fields that differ, separately within nested objects. */
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
  /** The id of the target, where the path does not tell it. */
  targetId?: number | null;
  body: unknown;
  wire: unknown;
  /** The audit target's present name, and the store that it belongs to. */
  target?: { name: string; storeId?: number | null };
  /** The changed fields. */
  changes?: readonly FieldChange[];
  /** The manager who approved it for a caller without the permission. */
  approvedBy?: { id: number; name: string };
  /** The error code of a refusal. */
  refused?: ErrorCode;
  /** The address of an unknown caller. */
  address?: string;
  device?: unknown;
  now: number;
};

/** The fields of an audit event of an unknown caller. */
export const NOBODY = { session: null, storeId: null, body: null, wire: null };

export const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;

const firstId = (params: unknown): number | null => {
  const ids = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return ids.find((value) => typeof value === 'number') ?? null;
};

/** Returns the id of what a call is done to: the first one in its path, or the one in the field of its body that names it. */
export function targetIn(
  { targetField }: Pick<Route, 'targetField'>,
  { params, body }: { params: unknown; body: unknown },
): number | null {
  const named = targetField === undefined ? null : valueIn(body, targetField);
  return typeof named === 'number' ? named : firstId(params);
}

/** Returns the store that a path names. */
function storeIn(params: unknown): number | null {
  const id = valueIn(params, 'storeId');
  return typeof id === 'number' ? id : null;
}

/** Returns the person that an answer names under `staff`, such as a sign-in's. */
function personIn(wire: unknown): number | null {
  const id = valueIn(valueIn(wire, 'staff'), 'id');
  return typeof id === 'number' ? id : null;
}

/** Returns the id of the object that an answer is, or of the person it names. */
function targetOf(wire: unknown): number | null {
  const id = valueIn(wire, 'id');
  return typeof id === 'number' ? id : personIn(wire);
}

/** Returns the name in an answer that is the target itself. */
function nameIn(wire: unknown, target: number | null): string | undefined {
  const name = valueIn(wire, 'name');
  return typeof name === 'string' && valueIn(wire, 'id') === target ? name : undefined;
}

const insertAuditEvent = compiledWrite((writer: Writer, row: Insertable<Tables['audit_log']>) =>
  writer.insertInto('audit_log').values(row),
);

/** Appends an audit event: who did what to which object, with a given reason, never with the body. */
export async function appendAudit(writer: Writer, event: AuditedCall): Promise<void> {
  const target = event.targetId ?? firstId(event.params) ?? targetOf(event.wire);
  const details = {
    subject: event.target?.name ?? nameIn(event.wire, target),
    reason: valueIn(event.body, 'reason') ?? undefined,
    changes: event.changes?.length ? event.changes : undefined,
    approved_by: event.approvedBy,
    refused: event.refused,
    address: event.address,
    device: event.device ?? undefined,
  };
  insertAuditEvent(writer, {
    id: writer.nextId(),
    at: event.now,
    // Only the answer of a sign-in names the person.
    staff_id: event.session?.staff.id ?? personIn(event.wire),
    session_id: event.session?.id ?? null,
    // A change of a store belongs to that store, even if made from another one.
    store_id: event.storeId ?? storeIn(event.params) ?? event.target?.storeId ?? null,
    action: event.action,
    subject_id: target,
    details_json: Object.values(details).some(Boolean) ? JSON.stringify(details) : null,
  });
}

/**
 * Refusals that may need a look; the others are everyday slips. Those of unknown callers are logged by the sign-in
 * itself, once a window: anybody could fill the log.
 */
const SUSPICIOUS: readonly ErrorCode[] = [
  'forbidden',
  'foreign_store',
  'wrong_origin',
  'wrong_password',
  'too_many_attempts',
];

export const isSuspicious = (code: ErrorCode) => SUSPICIOUS.includes(code);
