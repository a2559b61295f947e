import type { Centavos } from './money.ts';
import { pesos } from './receipt.ts';
import { reconcilingItems, reconcilingLabels, type ReconcilingItems } from './reconciling-items.ts';
import type { SlipRow } from './slip.ts';

// The rows of slips that tell amounts.

export const rule: SlipRow = { kind: 'rule' };

/** Returns the bold head of some rows. */
export const heading = (text: string): SlipRow => ({ kind: 'text', text, bold: true });

export const pair = (label: string, value: string): SlipRow => ({ kind: 'pair', label, value });

export const boldPair = (label: string, value: string): SlipRow => ({
  kind: 'pair',
  label,
  value,
  bold: true,
});

/** `-PHP 400.00` */
export const amountOf = (amount: Centavos): string => (amount < 0 ? `-${pesos(-amount)}` : pesos(amount));

/** Returns an amount as one that is taken off. */
export const less = (amount: Centavos): string => amountOf(amount === 0 ? 0 : -amount);

/** Returns the row of a sum. */
export const result = (label: string, amount: Centavos): SlipRow => boldPair(label, amountOf(amount));

/** Returns a row for an amount that not every day has. */
export const unlessZero = (amount: Centavos, row: SlipRow): SlipRow[] => (amount === 0 ? [] : [row]);

type WrittenOff = {
  /** Amounts that were never received and that customers no longer owe after their refunds. */
  written_off: Centavos;
  /** The part of it that nobody owed: the cash rounding of sales that came back. */
  rounding_back?: Centavos;
};

/** Returns the rows of what is taken off sales beside voids and refunds. */
export function writtenOffRows({ written_off, rounding_back = 0 }: WrittenOff): SlipRow[] {
  const owed = written_off - rounding_back;
  return [
    ...unlessZero(owed, pair('Owed no more', less(owed))),
    ...unlessZero(rounding_back, pair('Rounding taken back', less(rounding_back))),
  ];
}

/** Returns the rows of what sets sales and money apart, under a rule; none without any. */
export function reconcilingRows(items: Partial<ReconcilingItems>): SlipRow[] {
  const rows = reconcilingItems.flatMap((name) => {
    const amount = items[name] ?? 0;
    return unlessZero(amount, pair(reconcilingLabels[name], amountOf(amount)));
  });
  return rows.length > 0 ? [rule, ...rows] : [];
}
