import { useMemo, useRef } from 'react';

/**
 * Names each wish by what it says: the same content keeps its key until it was done, so that pressing again after a
 * lost answer never does it twice, and other content is another wish.
 */
export function useWishKeys() {
  const keys = useRef(new Map<string, string>());
  return useMemo(
    () => ({
      keyFor: (content: unknown): string => {
        const text = JSON.stringify(content);
        const key = keys.current.get(text) ?? crypto.randomUUID();
        keys.current.set(text, key);
        return key;
      },
      /** It was done: the same content is a new wish from now on. */
      forget: () => keys.current.clear(),
    }),
    [],
  );
}
