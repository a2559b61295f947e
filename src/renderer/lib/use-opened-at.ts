import { useState } from 'react';
import { serverNow } from './server-time.ts';

/** When the screen was opened by the server's clock (epoch milliseconds): the same at every rendering. */
export function useOpenedAt(): number {
  const [openedAt] = useState(serverNow);
  return openedAt;
}
