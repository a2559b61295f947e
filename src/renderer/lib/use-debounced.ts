import { useEffect, useState } from 'react';

const DEBOUNCE = 300;

/** A text as it was when it last stood still for 300 ms; emptied at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
