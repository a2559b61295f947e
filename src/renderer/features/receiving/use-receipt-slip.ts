import type { GoodsReceipt } from '#contract/receiving.ts';
import type { Store } from '#contract/stores.ts';
import { goodsReceivedSlip } from '#domain/goods-received-slip.ts';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';

/**
 * Prints a goods-received note headed by the receiving store: on this till's receipt printer, else in the browser's
 * print dialog.
 */
export function useReceiptSlip() {
  const frame = useSlipFrame();
  const printSlip = useSlipPrinting();
  return (receipt: GoodsReceipt, at: Pick<Store, 'name' | 'address' | 'phone' | 'timezone' | 'zones'>) =>
    printSlip(goodsReceivedSlip(receipt, frame.plain(at)));
}
