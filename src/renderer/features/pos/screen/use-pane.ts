import { useState } from 'react';
import { useWorkingSale } from '../sale/till-context.ts';

/** The panes of a till in a narrow window, which shows one at a time. */
export type TillPane = 'products' | 'cart';

/** Returns the pane that is shown, and how to change it; a draft that is opened, and a sale just completed, show theirs. */
export function usePane(transactionId: string | undefined): [TillPane, (pane: TillPane) => void] {
  const sale = useWorkingSale();
  const [pane, setPane] = useState<TillPane>(() => {
    const { cart, afterSale } = sale.read();
    return cart.lines.length > 0 || afterSale || transactionId !== undefined ? 'cart' : 'products';
  });
  const [opened, setOpened] = useState(transactionId);
  if (opened !== transactionId) {
    setOpened(transactionId);
    if (transactionId !== undefined) setPane('cart');
  }
  return [pane, setPane];
}
