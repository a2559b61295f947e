import { startTransition, useCallback, useState } from 'react';

/** State for heavy rendering, such as a dialog: the key or click that changes it is painted first. */
export function useLater<T>(first: T): [value: T, change: (next: T) => void] {
  const [value, setValue] = useState(first);
  return [value, useCallback((next: T) => startTransition(() => setValue(() => next)), [])];
}
