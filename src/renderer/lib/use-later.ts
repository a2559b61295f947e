import { startTransition, useCallback, useState } from 'react';

/**
 * State for heavy rendering, such as a dialog: the key or click that changes it is painted first. Null, which closes it,
 * comes at once: the next key is meant for what is below.
 */
export function useLater<T>(first: T | null): [value: T | null, change: (next: T | null) => void] {
  const [value, setValue] = useState(first);
  const change = useCallback((next: T | null) => {
    if (next === null) setValue(null);
    else startTransition(() => setValue(() => next));
  }, []);
  return [value, change];
}
