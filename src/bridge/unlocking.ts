import { z } from '#contract/zod.ts';

/** What a cashier shows to prove that it is still them. */
export const unlockProof = z.object({
  kind: z.enum(['password', 'pin', 'badge']),
  secret: z.string().min(1).max(1000),
});
export type UnlockProof = z.output<typeof unlockProof>;

/** Null where the till is unlocked; else why it is not, to show. */
export const unlockAnswer = z.object({ reason: z.string().nullable() });
export type UnlockAnswer = z.output<typeof unlockAnswer>;
