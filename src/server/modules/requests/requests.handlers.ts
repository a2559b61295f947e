import { fieldError } from '#contract/errors.ts';
import type { requests } from '#contract/requests.ts';
import { z } from '#contract/zod.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { endKey, findDoer } from '../../http/idempotency.ts';

const made = z.union([
  z.object({ refund: z.object({ id: z.int() }) }).transform(({ refund }) => refund.id),
  z.object({ id: z.int() }).transform(({ id }) => id),
]);

export function requestsHandlers(): ModuleHandlers<typeof requests> {
  return {
    end: unprepared(async ({ body: { staff_id, ...sent }, session, now }, writer) => {
      const own = session.staff.id;
      // A key that can be guessed is its person's own: others would learn of their requests, or prevent them.
      const isSecret = z.uuid().safeParse(sent.key).success;
      if (!isSecret && staff_id !== undefined && staff_id !== own)
        throw fieldError('key', 'The key of somebody else’s request must be a UUID');
      const sender = staff_id ?? (isSecret ? await findDoer(writer, sent) : null) ?? own;
      const answer = await endKey(writer, { ...sent, staff_id: sender }, now);
      return { was_done: answer !== null, id: made.safeParse(answer).data ?? null };
    }),
  };
}
