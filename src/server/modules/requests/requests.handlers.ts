import type { requests } from '#contract/requests.ts';
import { z } from '#contract/zod.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { endKey } from '../../http/idempotency.ts';

const answerOfOne = z.looseObject({ id: z.int() });

export function requestsHandlers(): ModuleHandlers<typeof requests> {
  return {
    end: unprepared(async ({ body, session, now }, writer) => {
      const { staff_id = session.staff.id } = body;
      const answer = await endKey(writer, { ...body, staff_id }, now);
      return { was_done: answer !== null, id: answerOfOne.safeParse(answer).data?.id ?? null };
    }),
  };
}
