import { createHash } from 'node:crypto';
import { REQUEST_LIFETIME } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { Database, Reader, Writer } from '../db/access.ts';
import { compiledChange, compiledRow, compiledWrite } from '../db/compiled-query.ts';
import { holdRows } from '../db/hold-rows.ts';

declare module '../db/tables.ts' {
  interface Tables {
    idempotency_keys: {
      staff_id: number;
      method: string;
      path: string;
      key: string;
      body_hash: string;
      status: number;
      answer_json: string;
      created_at: number;
    };
  }
}

export const KEY_MAX = 255;

/** The identity of an idempotent request: caller, route, and the caller's key. */
export type IdempotentRequest = {
  staff_id: number;
  method: string;
  path: string;
  key: string;
  body_hash: string;
};
export type Answer = { status: number; wire: unknown };

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** What an address does not say of a request: its query as sent, the store that it is made in, and its body. */
type Sent = { query: string; storeId: number | null; body: unknown };

/**
 * Hashes what makes a request, beside method and path; an upload's file counts by the hash of its bytes. Two spellings of
 * one JSON value hash differently, which is the caller's problem. Fields of the body in `leftOut` do not count.
 */
export function requestHash({ query, storeId, body }: Sent, leftOut: readonly string[] = []): string {
  const fields =
    typeof body !== 'object' || body === null
      ? (body ?? null)
      : Object.entries(body)
          .filter(([name]) => !leftOut.includes(name))
          .map(([name, value]: [string, unknown]) =>
            value instanceof Uint8Array ? [name, sha256(value)] : [name, value],
          );
  return sha256(JSON.stringify([query, storeId, fields]));
}

const keptOf = (reader: Reader, request: IdempotentRequest) =>
  reader
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer_json'])
    .where('staff_id', '=', request.staff_id)
    .where('method', '=', request.method)
    .where('path', '=', request.path)
    .where('key', '=', request.key);
const findKept = compiledRow(keptOf);
const holdKept = compiledRow((writer: Writer, request: IdempotentRequest) =>
  holdRows(writer, keptOf(writer, request)),
);

type Kept = Awaited<ReturnType<typeof findKept>>;

function answerIn(kept: Kept, { body_hash }: IdempotentRequest): Answer | null {
  if (!kept) return null;
  if (kept.body_hash !== body_hash) throw new ApiError('key_reused');
  return { status: kept.status, wire: JSON.parse(kept.answer_json) as unknown };
}

/**
 * Returns the committed answer of a key, or null; 422 if the key came with another body. Its row is held, which makes the
 * end of this write wait for a synchronous standby: the answer may be on the primary alone, if that died while it waited.
 */
export const holdAnswer = async (writer: Writer, request: IdempotentRequest): Promise<Answer | null> =>
  answerIn(await holdKept(writer, request), request);

/** Returns the committed answer of a key as `holdAnswer` does, before any write is begun. */
export async function findAnswer(
  { engine, reader, write }: Pick<Database, 'engine' | 'reader' | 'write'>,
  request: IdempotentRequest,
): Promise<Answer | null> {
  const answer = answerIn(await findKept(reader, request), request);
  return answer && engine !== 'sqlite' ? write((writer) => holdAnswer(writer, request), 0) : answer;
}

const insertKey = compiledChange((writer: Writer, request: IdempotentRequest, now: number) =>
  writer
    .insertInto('idempotency_keys')
    .values({ ...request, status: 0, answer_json: 'null', created_at: now })
    .onConflict((conflict) => conflict.columns(['staff_id', 'method', 'path', 'key']).doNothing()),
);

/**
 * Claims a key before its work begins: a duplicate that arrives meanwhile waits here until the first has committed, and
 * is told to replay (false). If the first is rolled back, the duplicate proceeds.
 */
export async function claimKey(writer: Writer, request: IdempotentRequest, now: number): Promise<boolean> {
  return (await insertKey(writer, request, now)) === 1;
}

const fillKey = compiledWrite(
  (writer: Writer, request: IdempotentRequest, status: number, answer_json: string) =>
    writer
      .updateTable('idempotency_keys')
      .set({ status, answer_json })
      .where('staff_id', '=', request.staff_id)
      .where('method', '=', request.method)
      .where('path', '=', request.path)
      .where('key', '=', request.key),
);

/** Stores an answer in the transaction that produced it, so that both are committed or neither. */
export function keepAnswer(writer: Writer, request: IdempotentRequest, { status, wire }: Answer): void {
  fillKey(writer, request, status, JSON.stringify(wire));
}

/** Stored as the hash of a key that was ended; no request hashes to it, so each one with that key is refused. */
export const ENDED = '';

/**
 * Ends a key: its request is refused from now on, should it still arrive, and one that is under way is waited for. Returns
 * the answer if the request was done; null if it was not.
 */
export async function endKey(
  writer: Writer,
  identity: Omit<IdempotentRequest, 'body_hash'>,
  now: number,
): Promise<unknown> {
  const request = { ...identity, body_hash: ENDED };
  if (await claimKey(writer, request, now)) return null;
  const kept = await holdKept(writer, request);
  return kept ? (JSON.parse(kept.answer_json) as unknown) : null;
}

/** Finds who did the request of a key; null if nobody did. */
export async function findDoer(
  reader: Reader,
  { method, path, key }: Pick<IdempotentRequest, 'method' | 'path' | 'key'>,
): Promise<number | null> {
  const found = await reader
    .selectFrom('idempotency_keys')
    .select('staff_id')
    // The table is read by its key, which begins with the person.
    .where('staff_id', 'in', reader.selectFrom('staff').select('id'))
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('body_hash', '!=', ENDED)
    .executeTakeFirst();
  return found?.staff_id ?? null;
}

/** Deletes answers that are older than a key is remembered. */
export async function forgetOldAnswers(writer: Writer, now: number): Promise<void> {
  await writer
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - REQUEST_LIFETIME)
    .execute();
}
