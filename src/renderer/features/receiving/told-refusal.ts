import type { FieldErrors } from '#contract/errors.ts';
import { unitCodeFields, type UnitCodeField } from '#domain/receiving.ts';
import type { Line, ScannedUnit } from './receipt-draft.ts';

type Sent = { units: readonly (readonly ScannedUnit[])[]; lines: readonly Line[] };
type Told = {
  units: { no: number; field: UnitCodeField; text: string }[];
  lines: Map<number, string>;
};

/** Which units and lines of what was sent a refusal is about. */
export function toldRefusal(fields: FieldErrors, { units, lines }: Sent): Told {
  const told: Told = { units: [], lines: new Map() };
  for (const [path, [text = '']] of Object.entries(fields)) {
    const [, row, rest = ''] = /^items\.(\d+)\.(.+)$/.exec(path) ?? [];
    const line = lines[Number(row)];
    if (!line) continue;
    const [, place, name] = /^units\.(\d+)\.(\w+)$/.exec(rest) ?? [];
    const unit = units[Number(row)]?.[Number(place)];
    const field = unitCodeFields.find((one) => one === name);
    if (unit && field) told.units.push({ no: unit.no, field, text });
    else told.lines.set(line.itemId, text);
  }
  return told;
}
