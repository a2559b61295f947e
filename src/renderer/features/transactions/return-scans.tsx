import { type ReactNode, useEffect, useState } from 'react';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { unitCodes } from '#domain/barcodes.ts';
import { isCodeOf } from '#domain/receiving.ts';
import { numberOf } from '#domain/transactions.ts';
import { unitNumber } from '#domain/units.ts';
import { namedCode, takeScans } from '#renderer/lib/scans.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Text } from '#renderer/ui/text.tsx';
import { identifierOf, mayComeBack, productOf } from './transaction-text.ts';

/**
 * Finds the items that a code is of: a unit's own numbers or label, the barcode of one without numbers, or what was
 * scanned for one whose unit is not known.
 */
function itemsByCode({ transaction_items: items, offline }: Transaction, sent: string): TransactionItem[] {
  const codes = unitCodes(sent);
  return items.filter(({ id, without_unit, inventory_item: unit }) => {
    const told = offline?.disputed.find((line) => line.transaction_item_id === id);
    if (without_unit !== null)
      return unitCodes(told?.scanned_code ?? '').some((code) => codes.includes(code));
    const { barcode } = unit.product_variation;
    const byBarcode = unitNumber(unit) === null && barcode !== null && codes.includes(barcode);
    return byBarcode || codes.some((code) => isCodeOf(unit, code));
  });
}

type Told = { text: string; isGood: boolean };

/**
 * Takes every scan while a sale is taken back and says what it is to that sale; `onItem` is given an item that is still
 * with the customer, and returns what became of it, null if that was so already.
 */
export function useReturnScans(
  transaction: Transaction,
  onItem: (items: readonly TransactionItem[]) => string | null,
): ReactNode {
  const [told, setTold] = useState<Told | null>(null);
  const take = useLatest((sent: string) => {
    const found = itemsByCode(transaction, sent);
    const [first] = found;
    const left = found.filter(mayComeBack);
    const done = left.length > 0 ? onItem(left) : null;
    if (done) soundDone();
    else soundError();
    const name = first ? `${productOf(first)}, ${identifierOf(first)}` : namedCode(sent);
    const text = !first
      ? `${name} is not an item of ${numberOf(transaction)}`
      : found.some(({ without_unit }) => without_unit === 'to_settle')
        ? `${name} is to be settled first`
        : left.length === 0
          ? `${name} was returned already`
          : (done ?? `${name} was scanned already`);
    setTold({ text, isGood: done !== null });
  });
  useEffect(() => takeScans((code) => take.current(code)), [take]);
  return told ? (
    <Text as="p" size="label" tone={told.isGood ? 'green' : 'danger'} role={told.isGood ? 'status' : 'alert'}>
      {told.text}
    </Text>
  ) : null;
}
