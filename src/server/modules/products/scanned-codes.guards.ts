import { fieldError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { findCodedUnits } from '../units/units.public.ts';
import { findLabels } from '../labels/labels.public.ts';
import { findVariationsByCodes, type CodedVariation } from './products.repository.ts';

type Kind = 'sku' | 'barcode';

/** Describes a code that was made for a label. */
export const labelText = ({ transaction_number }: { transaction_number: string }) =>
  `This is a QR code of ${transaction_number}`;

/** Describes the other products that have some codes as SKU or barcode. */
export async function goodsOf(
  reader: Reader,
  { skus, barcodes }: { skus: readonly string[]; barcodes: readonly string[] },
  ownProductId: number | null = null,
): Promise<Map<string, string>> {
  const { ofSku, ofBarcode } = await findVariationsByCodes(reader, { skus, barcodes });
  const isOther = (row: CodedVariation) => row.product_id !== ownProductId;
  const bySku = [...ofSku.values()].flat().filter(isOther);
  const byBarcode = [...ofBarcode.values()].filter(isOther);
  return new Map([
    ...bySku.map((row) => [row.sku, `This is the SKU of ${row.product_name}`] as const),
    ...byBarcode.map((row) => [row.barcode ?? '', `This is the barcode of ${row.product_name}`] as const),
  ]);
}

/**
 * Describes what scanning some SKUs or barcodes finds already: another product's barcode or SKU, a label's code, or a
 * unit's number, by which a till would sell that unit. On PostgreSQL, two concurrent writes may miss each other.
 */
export async function meaningsOf(
  reader: Reader,
  kind: Kind,
  codes: readonly string[],
  ownProductId: number | null = null,
): Promise<Map<string, string>> {
  const goods = await goodsOf(
    reader,
    kind === 'sku' ? { skus: [], barcodes: codes } : { skus: codes, barcodes: [] },
    ownProductId,
  );
  const units = await findCodedUnits(reader, codes);
  const labels = await findLabels(reader, codes);
  return new Map([
    ...labels.map((label) => [label.qr_code, labelText(label)] as const),
    ...units.map(
      ({ code, what, product_name, variation_name }) =>
        [code ?? '', `This is the ${what} of a unit of ${product_name} ${variation_name}`] as const,
    ),
    ...goods,
  ]);
}

/** 422 on the field of a SKU or barcode whose scan leads to something else already. */
export async function refuseScanned(
  reader: Reader,
  kind: Kind,
  code: string | null | undefined,
  ownProductId: number | null,
): Promise<void> {
  if (!code) return;
  const said = (await meaningsOf(reader, kind, [code], ownProductId)).get(code);
  if (said) throw fieldError(kind, said);
}
