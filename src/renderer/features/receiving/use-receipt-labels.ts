import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import type { GoodsReceipt } from '#contract/receiving.ts';
import type { LabelDocument, LabelledUnit } from '#domain/label.ts';
import { useLabelPrinting } from '#renderer/lib/use-label-printing.ts';
import type { Line, ScannedUnit } from './receipt-draft.ts';

/** Prints labels of received units: of one as soon as it is scanned, and of a whole receipt. */
export function useReceiptLabels(labelFor: (unit: LabelledUnit) => LabelDocument) {
  const print = useLabelPrinting();
  return {
    ofScanned: (
      { items }: Pick<PurchaseOrder, 'items'>,
      unit: ScannedUnit,
      { itemId }: Line,
      key: string,
    ): void => {
      const product_variation = items.find(({ id }) => id === itemId)?.product_variation;
      if (!product_variation) return;
      // It is for sale as soon as it is received.
      const scanned = { ...unit, status: 'available' as const, product_variation };
      void print([labelFor(scanned)], { key });
    },
    ofReceipt: ({ items }: GoodsReceipt): void => {
      const labels = items.flatMap(({ product_variation, units }) =>
        // A unit that was deleted since has no state.
        units.flatMap(({ status, ...unit }) =>
          status === null ? [] : labelFor({ ...unit, status, product_variation }),
        ),
      );
      void print(labels);
    },
  };
}
