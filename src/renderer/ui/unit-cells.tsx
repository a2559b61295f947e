import { numberLines } from '#domain/units.ts';
import { CellLine, MutedText, TextLink } from './table-text.tsx';
import { useMedia, WIDE_WINDOW } from './use-media.ts';

type Unit = {
  product_name: string;
  variation_name: string;
  imei: string | null;
  imei2: string | null;
  serial_number: string | null;
  qr_code: string | null;
};

/** A unit's product as a table cell; links to the unit's page if the user may open it. */
export function ProductCell({ unit, to = null }: { unit: Unit; to?: string | null }) {
  return (
    <>
      {to === null ? unit.product_name : <TextLink to={to}>{unit.product_name}</TextLink>}
      <CellLine>{unit.variation_name}</CellLine>
    </>
  );
}

/** A unit's codes as a table cell: one below the other, in a wide window all but the first on one line. */
export function CodesCell({ unit }: { unit: Unit }) {
  const isWide = useMedia(WIDE_WINDOW);
  const [first, ...rest] = numberLines(unit);
  if (first === undefined) return <MutedText>No code</MutedText>;
  const others = isWide && rest.length > 1 ? [rest.join(' · ')] : rest;
  return (
    <>
      {first}
      {others.map((number) => (
        <CellLine key={number}>{number}</CellLine>
      ))}
    </>
  );
}
