import { numberLines } from '#domain/units.ts';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';

type Unit = {
  product_name: string;
  variation_name: string;
  imei: string | null;
  imei2: string | null;
  serial_number: string | null;
  qr_code: string | null;
};

/** A unit's product, in a table. */
export function ProductCell({ unit }: { unit: Unit }) {
  return (
    <>
      {unit.product_name}
      <CellLine>{unit.variation_name}</CellLine>
    </>
  );
}

/** What tells a unit from others, in a table. */
export function CodesCell({ unit }: { unit: Unit }) {
  const [first, ...others] = numberLines(unit);
  if (first === undefined) return <MutedText>No code</MutedText>;
  return (
    <>
      {first}
      {others.map((number) => (
        <CellLine key={number}>{number}</CellLine>
      ))}
    </>
  );
}
