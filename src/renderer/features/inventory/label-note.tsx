import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import type { QrCode } from '#contract/qr-codes.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import type { ChosenVariation } from '#renderer/ui/variation-field.tsx';

/** The supplier of a label's order, and the products that the unit may be. */
export type ProposedUnit = {
  orderId: number;
  supplier: { id: number; name: string };
  /** The order's open items with their unit costs; the cost is undefined for people who may not see costs. */
  choices: readonly (ChosenVariation & { cost: number | undefined })[];
};

export function proposedBy({ id, supplier, items }: PurchaseOrder): ProposedUnit {
  const open = items.filter(({ remaining_quantity }) => remaining_quantity > 0);
  const byVariation = new Map(open.map((item) => [item.product_variation.id, item]));
  return {
    orderId: id,
    supplier: { id: supplier.id, name: supplier.name },
    choices: [...byVariation.values()].map(({ product_variation, unit_cost }) => ({
      ...product_variation,
      cost: unit_cost,
    })),
  };
}

const warning = (what: string, outcome: string, code?: string): Verdict => ({
  tone: 'warning',
  what,
  code,
  outcome,
});

type LabelNoteProps = {
  /** Null for a code that was not generated here. */
  code: QrCode | null;
  /** The store where the item is added. */
  storeId: number;
};

/** Shows what the label scanned for a new item tells: its order, or why it cannot be used. */
export function LabelNote({ code, storeId }: LabelNoteProps) {
  if (!code) {
    const outcome = 'It was not generated here. The item keeps it all the same';
    return <ScanVerdict verdict={warning('QR code not found', outcome)} />;
  }
  if (code.status !== 'unused') {
    const unit = code.inventory_item?.is_yours ? code.inventory_item : null;
    return (
      <ScanVerdict
        verdict={warning('Invalid QR code', whyNotUnused(code), code.qr_code)}
        actions={unit ? <TextLink to={`/inventory/${unit.id}`}>Show the item</TextLink> : null}
      />
    );
  }
  if (code.store.id !== storeId) {
    const outcome = `Its order is for ${code.store.name}. Switch to that store to add the item`;
    return <ScanVerdict verdict={warning('Invalid QR code', outcome, code.qr_code)} />;
  }
  return (
    <FormNote>
      <Text breaks>
        {`Label of ${code.supplier_transaction.transaction_number}: the item counts as received on that order.`}
      </Text>
    </FormNote>
  );
}
