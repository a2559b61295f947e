import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { honoursKey } from '#contract/refusals.ts';
import { z } from '#contract/zod.ts';
import type { Database, Writer } from '../db/access.ts';
import { isStillPointedTo } from '../db/broken-constraints.ts';
import type { Approvals, FoundApproval } from './approvals.ts';
import { appendAudit, changesBetween, type FieldChange, targetIn, valueIn } from './audit.ts';
import {
  type AnyCall,
  type AnyHandler,
  isUnprepared,
  type NoteChange,
  type CallingTill,
  type NoteTarget,
  type Session,
  tellFault,
} from './call.ts';
import {
  type Answer,
  claimKey,
  findAnswer,
  holdAnswer,
  type IdempotentRequest,
  keepAnswer,
  KEY_MAX,
  requestHash,
} from './idempotency.ts';
import { countShopChange } from './shop-version.ts';

/** Returns the request of an Idempotency-Key; null without one. */
export function idempotentRequestOf(
  route: Route,
  request: FastifyRequest,
  { session, storeId, body }: { session: Session | null; storeId: number | null; body: unknown },
): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !session || !honoursKey(route)) return null;
  if (key.length === 0 || key.length > KEY_MAX) {
    throw new ApiError('validation_failed', { message: `Idempotency-Key is 1 to ${KEY_MAX} characters` });
  }
  const [path = '', query = ''] = request.url.split('?');
  return {
    staff_id: session.staff.id,
    method: request.method,
    path,
    key,
    body_hash: requestHash({ query, storeId, body }, route.uncompared),
  };
}

/**
 * Runs a mutation: prepares, then writes answer, idempotency key and audit event in one transaction. A repeated request
 * gets the committed answer; refusals are not stored, so they may be retried.
 */
export async function runMutation(
  { database, approvals }: { database: Database; approvals?: Approvals },
  route: Route,
  action: string,
  handler: AnyHandler,
  given: Omit<AnyCall, 'noteChange' | 'noteTarget' | 'approval'> & { approval: FoundApproval | null },
  { idempotent, till }: { idempotent: IdempotentRequest | null; till: CallingTill | null },
): Promise<Answer> {
  const { approval } = given;
  let changes: FieldChange[] = [];
  const noteChange: NoteChange = (shape, before, after) => {
    const encoded = (value: typeof after | null) =>
      value === null ? {} : (z.encode(shape, value) as object);
    changes.push(...changesBetween(encoded(before), encoded(after)));
  };
  let target: Parameters<NoteTarget>[0] | undefined;
  const noteTarget: NoteTarget = (noted) => (target = noted);
  const call = { ...given, noteChange, noteTarget } as AnyCall;
  // An approval that was used by then must not refuse the repeated call.
  const isLookedUp = !isUnprepared(handler) || approval !== null;
  const earlier = idempotent && isLookedUp && (await findAnswer(database, idempotent));
  if (earlier) return earlier;
  if (approval?.isOpen === false) throw new ApiError('approval_invalid');
  const write = (await handler(call, database.reader)) as (writer: Writer) => Promise<unknown>;
  return database
    .write(async (writer) => {
      if (idempotent && !(await claimKey(writer, idempotent, call.now))) {
        const meanwhile = await holdAnswer(writer, idempotent);
        if (meanwhile) return meanwhile;
      }
      if (approval && !(await approvals?.use(writer, approval.id, call.now))) {
        throw new ApiError('approval_invalid');
      }
      // A write that conflicts with another one is run again.
      [changes, target] = [[], undefined];
      const wire = z.encode(route.response, await write(writer));
      const answer: Answer = { status: route.status ?? 200, wire };
      const { session, storeId, params, body, credentials, now } = call;
      if (idempotent) keepAnswer(writer, idempotent, answer);
      if (!route.unaudited || approval)
        await appendAudit(writer, {
          action,
          session,
          storeId,
          params,
          targetId: targetIn(route, call),
          body,
          wire,
          target,
          changes,
          approvedBy: approval?.approver,
          now,
          ...(till && { device: till.name }),
          // A signed-in caller sent both with the sign-in.
          ...(session === null &&
            !till && { address: credentials.address, device: valueIn(body, 'device_name') }),
        });
      if (route.changesShop) await countShopChange(writer);
      return answer;
    })
    .catch((error: unknown) => {
      tellFault(handler, call, error);
      throw route.method === 'DELETE' && isStillPointedTo(error) ? new ApiError('in_use') : error;
    });
}
