import { numberLines } from '#domain/units.ts';
import { CellLine, MutedText, TextLink } from './table-text.tsx';

type Unit = {
  product_name: string;
  variation_name: string;
  imei: string | null;
  imei2: string | null;
  serial_number: string | null;
  qr_code: string | null;
};

/** A unit's product, in a table; it leads to the unit's page, where there is one for whoever looks. */
export function ProductCell({ unit, to = null }: { unit: Unit; to?: string | null }) {
  return (
    <>
      {to === null ? unit.product_name : <TextLink to={to}>{unit.product_name}</TextLink>}
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
