import { useState } from 'react';

/** When the screen was opened (epoch milliseconds): the same at every rendering. */
export function useOpenedAt(): number {
  const [openedAt] = useState(() => Date.now());
  return openedAt;
}
