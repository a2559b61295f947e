import type { ReactNode } from 'react';
import type { UnitHistory } from '#contract/inventory.ts';
import { formatMoney } from '#domain/money.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { isLuhnValid } from '#domain/barcodes.ts';
import { isCodeOf } from '#domain/receiving.ts';
import { warrantyText } from '#domain/warranty.ts';
import { conditionText, unitCategoryLabels } from '#domain/units.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { priceText, daysText, unitNameText } from './unit-text.ts';

const dash = <MutedText>–</MutedText>;
const IMEI_DIGITS = 15;

type SameImei = UnitHistory['same_imei'];

/** Shows an IMEI, with a note if its check digit is wrong, and one for each other unit that has it. */
function Imei({ imei, sameImei }: { imei: string; sameImei: SameImei }) {
  const isOdd = imei.length === IMEI_DIGITS && !isLuhnValid(imei);
  return (
    <>
      {imei}
      {isOdd ? <CellLine tone="waiting">Its last digit does not fit</CellLine> : null}
      {sameImei
        .filter((other) => isCodeOf(other, imei))
        .map((other) => (
          <CellLine key={other.id} tone="waiting">
            {other.is_yours ? (
              <TextLink small to={`/inventory/${other.id}`}>
                {unitNameText(other)}
              </TextLink>
            ) : (
              unitNameText(other)
            )}
            , {other.store.name}, has this IMEI, too. Correct or delete one of them
          </CellLine>
        ))}
    </>
  );
}

function supplierOf({ supplier }: UnitHistory): ReactNode {
  if (!supplier) return dash;
  if (supplier.is_deleted) return supplier.name;
  return <TextLink to={`/suppliers/${supplier.id}`}>{supplier.name}</TextLink>;
}

/** Returns the unit's age as text; for a sold unit its age at the sale. */
function ageText({ age_days, sold_at }: UnitHistory): string {
  if (sold_at !== null) return `${daysText(age_days)} before it was sold`;
  return age_days === 0 ? 'In the last 24 hours' : `${daysText(age_days)} ago`;
}

/** Returns the price that holds for the unit, and where it comes from if that is not the list of new units. */
function priceOf(unit: UnitHistory): ReactNode {
  const { own_price, category, prices } = unit;
  const price = priceText(unit);
  if (prices === null) return <CellLine tone="waiting">{price}: it is not sold until it has one</CellLine>;
  const of = own_price === null ? `as other ${unitCategoryLabels[category].toLowerCase()} ones` : 'its own';
  return own_price === null && category === 'new' ? price : `${price}\n${of}`;
}

type UnitFactsProps = {
  unit: UnitHistory;
  timeZone: Zones;
  /** The page of a label batch; null for people who may not make labels. */
  batchPath: ((batchCode: string) => string) | null;
};

/** Returns a unit's QR code, linked to the batch that its label was printed with. */
function qrCodeOf(
  { qr_batch }: UnitHistory,
  qr_code: string,
  batchPath: UnitFactsProps['batchPath'],
): ReactNode {
  return qr_batch && batchPath ? <TextLink to={batchPath(qr_batch)}>{qr_code}</TextLink> : qr_code;
}

/** Lists the facts about a unit. */
export function UnitFacts({ unit, timeZone, batchPath }: UnitFactsProps) {
  const facts: (Fact | false)[] = [
    // Only phones have an IMEI, and few units a QR code; a unit without a code shows an empty serial number.
    unit.imei !== null && {
      label: 'IMEI',
      value: <Imei imei={unit.imei} sameImei={unit.same_imei} />,
      figures: true,
    },
    unit.imei2 !== null && {
      label: 'IMEI 2',
      value: <Imei imei={unit.imei2} sameImei={unit.same_imei} />,
      figures: true,
    },
    (unit.serial_number !== null || unit.imei === null) && {
      label: 'Serial number',
      value: unit.serial_number ?? dash,
      figures: true,
    },
    unit.qr_code !== null && {
      label: 'QR code',
      value: qrCodeOf(unit, unit.qr_code, batchPath),
      figures: true,
    },
    { label: 'Condition', value: conditionText(unit) },
    { label: 'Store', value: unit.store.name },
    {
      label: 'Received',
      value: `${formatDate(storeDate(unit.created_at, timeZone))}\n${ageText(unit)}`,
    },
    { label: 'Supplier', value: supplierOf(unit) },
    { label: 'Retail price', value: priceOf(unit), figures: true },
    unit.purchase_cost !== undefined && {
      label: 'Purchase cost',
      value: unit.purchase_cost === null ? dash : formatMoney(unit.purchase_cost, 'inventory'),
      figures: true,
    },
    unit.warranty !== null && { label: 'Warranty', value: warrantyText(unit.warranty) },
    unit.notes !== null && { label: 'Notes', value: unit.notes },
  ];
  return (
    <Card title="Item" flush>
      <FactList columns={4} facts={facts.filter((fact) => fact !== false)} />
    </Card>
  );
}
