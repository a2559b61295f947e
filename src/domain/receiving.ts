/** The most units that one receipt takes: they are written in one transaction, for which the tills wait. */
export const RECEIPT_UNITS_MAX = 500;

/** The most units that a supplier's list announces for one order. */
export const EXPECTED_MAX = 5000;

/** `GR-MNL-01-000123`: counted by the store that receives. */
export function receiptNumber(storeCode: string, no: number): string {
  return `GR-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** The numbers that tell a unit from others, in the order in which they are scanned. */
export const unitNumbers = ['serial_number', 'imei', 'imei2'] as const;
export type UnitNumberField = (typeof unitNumbers)[number];

/** What is scanned of a unit: its numbers, and the label of the order that is stuck on it. */
export const unitCodeFields = [...unitNumbers, 'qr_code'] as const;
export type UnitCodeField = (typeof unitCodeFields)[number];

export const unitCodeLabels: Record<UnitCodeField, string> = {
  serial_number: 'Serial number',
  imei: 'IMEI',
  imei2: 'IMEI 2',
  qr_code: 'QR code',
};

type Numbers = { readonly [field in UnitNumberField]?: string | null };

/** Every number that a unit has, whatever each is to it. */
export const numbersIn = (unit: Numbers): string[] => unitNumbers.flatMap((field) => unit[field] || []);

/** Every code that a unit is found by, its label's among them. */
export const codesIn = (unit: Numbers & { readonly qr_code?: string | null }): string[] =>
  unitCodeFields.flatMap((field) => unit[field] || []);

/**
 * Which announced unit each of some units is, by any number that both have; a number that several were announced with is
 * the first one's.
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
