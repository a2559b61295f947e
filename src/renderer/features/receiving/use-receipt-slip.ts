import type { GoodsReceipt } from '#contract/receiving.ts';
import type { Store } from '#contract/stores.ts';
import { goodsReceivedSlip } from '#domain/goods-received-slip.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';

/**
 * Prints a goods-received note headed by the receiving store: on this till's receipt printer, else in the browser's
 * print dialog.
 */
export function useReceiptSlip() {
  const { staff } = useSignedIn();
  const { shop_name } = useChainSettings();
  const printSlip = useSlipPrinting();
  return (
    receipt: GoodsReceipt,
    { name, address, phone, ...store }: Pick<Store, 'name' | 'address' | 'phone' | 'timezone' | 'zones'>,
  ) =>
    printSlip(
      goodsReceivedSlip(receipt, {
        shop_name,
        store: { name, address, phone },
        time_zone: zonesOf(store),
        staff_name: staff.name,
        printed_at: serverNow(),
      }),
    );
}
