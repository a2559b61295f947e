/** The maximum number of units in one receipt: they are written in one transaction, which blocks the tills. */
export const RECEIPT_UNITS_MAX = 500;

/** The maximum number of units that a supplier's list announces for one order. */
export const EXPECTED_MAX = 5000;

/** Returns `GR-MNL-01-000123`, numbered by the receiving store. */
export function receiptNumber(storeCode: string, no: number): string {
  return `GR-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** The identifying numbers of a unit, in scanning order. */
export const unitNumbers = ['serial_number', 'imei', 'imei2'] as const;
export type UnitNumberField = (typeof unitNumbers)[number];

/** The scanned codes of a unit: its numbers, and the order's label stuck on it. */
export const unitCodeFields = [...unitNumbers, 'qr_code'] as const;
export type UnitCodeField = (typeof unitCodeFields)[number];

export const unitCodeLabels: Record<UnitCodeField, string> = {
  serial_number: 'Serial number',
  imei: 'IMEI',
  imei2: 'IMEI 2',
  qr_code: 'QR code',
};

type Numbers = { readonly [field in UnitNumberField]?: string | null };

/** Returns every number of a unit, of any kind. */
export const numbersIn = (unit: Numbers): string[] => unitNumbers.flatMap((field) => unit[field] || []);

/** Returns every code that finds a unit, including its label's. */
export const codesIn = (unit: Numbers & { readonly qr_code?: string | null }): string[] =>
  unitCodeFields.flatMap((field) => unit[field] || []);

/**
 * Returns a function that finds a unit's announcement by any shared number; the first announcement of a number wins.
 */
export function announcedBy<A extends Numbers>(announced: readonly A[]): (unit: Numbers) => A | null {
  const byNumber = new Map<string, A>();
  for (const one of [...announced].reverse()) {
    for (const number of numbersIn(one)) byNumber.set(number, one);
  }
  return (unit) => {
    for (const number of numbersIn(unit)) {
      const one = byNumber.get(number);
      if (one) return one;
    }
    return null;
  };
}
