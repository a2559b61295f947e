import { useEffect, useState } from 'react';

const DEBOUNCE = 300;

/** Returns a text once it was unchanged for 300 ms; an empty one at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
