import { useState } from 'react';
import { z } from '#contract/zod.ts';
import type { RequestKeys } from './send-once.ts';

/**
 * What was sent of a saved form and not answered, with its Idempotency-Key: after a reload it is asked under the same
 * key. The inputs hold nothing that JSON does not.
 */
export const savedRequest = z
  .object({ key: z.string(), inputs: z.array(z.looseObject({})).min(1) })
  .nullable()
  .catch(null);
export type SavedRequest = z.output<typeof savedRequest>;

type Current = { key: string; inputs: readonly object[] };

/** Returns the keys for sending a form that is saved, and the unanswered request to save with it; null if there is none. */
export function useSavedRequest(saved: SavedRequest) {
  const [request, setRequest] = useState<SavedRequest>(saved);
  const [keys] = useState(() => {
    let { key, inputs }: Current = saved ?? { key: crypto.randomUUID(), inputs: [] };
    const write = (next: readonly object[]) => {
      // The same input may have been sent several times.
      inputs = [...new Map(next.map((input) => [JSON.stringify(input), input])).values()];
      setRequest(inputs.length > 0 ? { key, inputs: inputs.map((input) => ({ ...input })) } : null);
    };
    return {
      read: () => key,
      forget: () => {
        key = crypto.randomUUID();
        write([]);
      },
      unanswered: { read: () => inputs, write },
    } satisfies RequestKeys;
  });
  return { request, keys };
}
