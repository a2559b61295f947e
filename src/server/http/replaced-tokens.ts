/** Milliseconds for which a call with a replaced token may still be on its way. */
const LATE = 10 * 60_000;

/** The tokens of browsers that have been given a newer one. */
export type ReplacedTokens = ReturnType<typeof createReplacedTokens>;

/**
 * Remembers tokens that a browser's next sign-in replaced: a late call with one must not take the newer cookie away. Only
 * in this process: a second server answers a late call as one whose sign-in has ended.
 */
export function createReplacedTokens() {
  const replacedAt = new Map<string, number>();
  return {
    add: (token: string, now: number): void => {
      for (const [old, at] of replacedAt) {
        if (at + LATE > now) break;
        replacedAt.delete(old);
      }
      replacedAt.set(token, now);
    },
    has: (token: string): boolean => replacedAt.has(token),
  };
}
