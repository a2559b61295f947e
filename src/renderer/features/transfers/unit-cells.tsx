import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { codeLines } from './transfer-words.ts';

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
  const [first, ...others] = codeLines(unit);
  if (first === undefined) return <MutedText>No code</MutedText>;
  return (
    <>
      {first}
      {others.length > 0 ? <CellLine>{others.join(' · ')}</CellLine> : null}
    </>
  );
}
