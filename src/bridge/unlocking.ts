import { z } from '#contract/zod.ts';

/** The secret by which a cashier unlocks the till. */
export const unlockProof = z.object({
  kind: z.enum(['password', 'pin', 'badge']),
  secret: z.string().min(1).max(1000),
});
export type UnlockProof = z.output<typeof unlockProof>;

/** Null where the till is unlocked; else why it is not, to show. */
export const unlockAnswer = z.object({ reason: z.string().nullable() });
export type UnlockAnswer = z.output<typeof unlockAnswer>;
