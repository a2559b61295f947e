import type { UnitCategory, UnitStatus } from './transactions.ts';

/** The events of a unit, from its arrival on. */
export const unitEventKinds = [
  'received',
  'changed',
  'defective',
  'repaired',
  'lost',
  'found',
  'traded_in',
  'cleared',
  'given_back',
  'sold_without_server',
  'sold_twice',
  'sold',
  'voided',
  'refunded',
  'sent',
  'arrived',
  'arrived_damaged',
  'lost_on_way',
  'never_left',
  'transfer_cancelled',
  'sent_back',
  'came_back',
  'counted',
  'counted_in_vain',
  'count_lost',
  'count_moved',
  'count_found',
  'locked',
] as const;
export type UnitEventKind = (typeof unitEventKinds)[number];

export const unitStatusLabels: Record<UnitStatus, string> = {
  available: 'Available',
  locked: 'Locked',
  reserved: 'Reserved',
  sold: 'Sold',
  in_transit: 'In transit',
  defective: 'Defective',
  on_hold: 'On hold',
  lost: 'Lost',
  returned: 'Returned',
};

export const unitCategoryLabels: Record<UnitCategory, string> = {
  new: 'New',
  used: 'Used',
  refurbished: 'Refurbished',
};

type Condition = { category: UnitCategory; condition_rating: number | null };

/** Returns the condition: `New`, `Used, 4 of 5`. */
export function conditionText({ category, condition_rating }: Condition): string {
  const name = unitCategoryLabels[category];
  return condition_rating === null ? name : `${name}, ${condition_rating} of 5`;
}

/** Returns the condition of a unit that is not new: `Used, 4 of 5`; null for a new one, and where it is not known. */
export const notNewText = ({
  category,
  condition_rating,
}: {
  category?: UnitCategory | null | undefined;
  condition_rating?: number | null | undefined;
}): string | null =>
  !category || category === 'new'
    ? null
    : conditionText({ category, condition_rating: condition_rating ?? null });

/** The identifying numbers of a unit; the second IMEI is absent from older copies. */
export type UnitNumbers = { serial_number: string | null; imei: string | null; imei2?: string | null };

/** Returns a unit's IMEIs, the first one first. */
export const imeisOf = ({ imei, imei2 }: Omit<UnitNumbers, 'serial_number'>): string[] =>
  [imei, imei2].filter((one): one is string => Boolean(one));

/** Returns a unit's IMEIs, then its serial number. */
export const numbersOf = ({ serial_number, ...imeis }: UnitNumbers): string[] => [
  ...imeisOf(imeis),
  ...(serial_number ? [serial_number] : []),
];

/** Returns every number of a unit with its name: IMEIs first, then serial number and QR code. */
export function numberLines(unit: UnitNumbers & { qr_code?: string | null }): string[] {
  const serial = unit.serial_number ? [`SN ${unit.serial_number}`] : [];
  const qr = unit.qr_code ? [`QR ${unit.qr_code}`] : [];
  return [...imeisOf(unit).map((imei) => `IMEI ${imei}`), ...serial, ...qr];
}

/** Returns `IMEI 356789104523417`, followed by the second one, else `SN F2LXK8Q1Q0`; null without a number. */
export function unitNumber(unit: UnitNumbers): string | null {
  const imeis = imeisOf(unit);
  if (imeis.length) return `IMEI ${imeis.join(' / ')}`;
  return unit.serial_number ? `SN ${unit.serial_number}` : null;
}

/** Returns `1 unit`, `1,200 units`. */
export const unitsText = (count: number): string =>
  count === 1 ? '1 unit' : `${count.toLocaleString('en-PH')} units`;
