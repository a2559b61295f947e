import { useState } from 'react';
import { serverNow } from './server-time.ts';

/** Returns when the screen was opened by the server's clock (epoch milliseconds), stable across renders. */
export function useOpenedAt(): number {
  const [openedAt] = useState(serverNow);
  return openedAt;
}
