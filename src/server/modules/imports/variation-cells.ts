import { normaliseCode } from '#domain/barcodes.ts';
import { searchKey } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { findVariationsByCodes, type CodedVariation } from '../products/products.public.ts';
import type { Problem, RawRow } from './kind-rules.ts';

export type Found = { variation: CodedVariation } | { problem: Problem };

const skuOf = ({ cells }: RawRow) => (cells.sku ?? '').toUpperCase();
const barcodeOf = ({ cells }: RawRow) => normaliseCode(cells.barcode ?? '');

/** The maximum number of variations that a problem names. */
const NAMES_SHOWN = 5;

function named(of: readonly CodedVariation[], name: string): Found {
  const key = searchKey(name);
  const fitting = key ? of.filter((variation) => searchKey(variation.name) === key) : of;
  const [only] = fitting;
  if (only && fitting.length === 1) return { variation: only };
  const more = of.length > NAMES_SHOWN ? `; and ${of.length - NAMES_SHOWN} more` : '';
  const names = `${of
    .slice(0, NAMES_SHOWN)
    .map((variation) => variation.name)
    .join('; ')}${more}`;
  const message =
    fitting.length === 0
      ? `This product has no such variation. It has ${names}`
      : `Say which variation: ${names}`;
  return { problem: { field: 'variation', message } };
}

/** Finds the variation of each row: by barcode, else by SKU and name; the name may be left out if there is one. */
export async function findVariations(reader: Reader, rows: readonly RawRow[]): Promise<Found[]> {
  const given = (codes: string[]) => [...new Set(codes.filter(Boolean))];
  const { ofSku, ofBarcode } = await findVariationsByCodes(reader, {
    skus: given(rows.map(skuOf)),
    barcodes: given(rows.map(barcodeOf)),
  });
  return rows.map((row): Found => {
    const [sku, barcode] = [skuOf(row), barcodeOf(row)];
    if (barcode) {
      const variation = ofBarcode.get(barcode);
      if (!variation) return { problem: { field: 'barcode', message: 'No variation has this barcode' } };
      if (sku && variation.sku !== sku) {
        return { problem: { field: 'barcode', message: `This barcode is of ${variation.sku}` } };
      }
      return { variation };
    }
    if (!sku) return { problem: { field: 'sku', message: 'SKU or barcode is required' } };
    const of = ofSku.get(sku);
    return of
      ? named(of, row.cells.variation ?? '')
      : { problem: { field: 'sku', message: 'No product has this SKU' } };
  });
}

/** `iPhone 15, 128 GB Black`. */
export const variationNameText = (variation: CodedVariation) =>
  `${variation.product_name}, ${variation.name}`;
