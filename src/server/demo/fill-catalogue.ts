import { applyRate, centavosToPesos, pesosToCentavos, type Centavos } from '#domain/money.ts';
import { categoryPriceName, type CategoryPrices, priceNames, type VariationPrices } from '#domain/pricing.ts';
import { usualNumbers } from '#domain/receiving.ts';
import { productText, searchKey, variationText } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Tables } from '../db/tables.ts';
import type { Writer } from '../db/access.ts';
import { insertCodes } from '../db/stored-codes.ts';
import {
  demoCatalogue,
  type DemoIdentification,
  type DemoProduct,
  type DemoProductType,
} from './catalogue.ts';
import { insertRows } from './insert-rows.ts';
import { demoBarcode, type SeededRandom } from './random.ts';

export type FilledVariation = VariationPrices &
  CategoryPrices & {
    id: number;
    cost: Centavos;
    identified: DemoIdentification;
    manufacturer: string;
    popularity: 1 | 2 | 3;
    /** The warranty of its product type. */
    warranty: Pick<Tables['product_types'], 'warranty_months' | 'warranty_months_used'>;
  };

/** Shares of the retail price, in basis points. */
const MEMBER = 9700;
const WHOLESALE = 9300;
const MINIMUM = 9000;
/** Those of used and refurbished units, of which their lists are made as the one of new ones is. */
const USED = 7200;
const REFURBISHED = 8400;
const COST = { least: 7800, most: 8700 };

/** Warranty months of most manufacturers, and of the shop for used goods. */
const WARRANTY = { warranty_months: 12, warranty_months_used: 3 };
const NO_WARRANTY = { warranty_months: null, warranty_months_used: null };
const warrantyOf = (type: DemoProductType) => (['cable', 'case'].includes(type) ? NO_WARRANTY : WARRANTY);

/** Reorder points of product types; other goods are reordered when they are sold out. */
const REORDER_POINTS: Partial<Record<DemoProductType, number>> = { phone: 2, cable: 5, case: 5 };

const titled = (slug: string) => slug.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Returns a share of a price in whole pesos, as on price tags. */
const share = (price: Centavos, rate: number) =>
  pesosToCentavos(Math.round(centavosToPesos(applyRate(price, rate))));

/** Returns the price list of new units. */
const listOf = (retail_price: Centavos): VariationPrices => ({
  retail_price,
  member_price: share(retail_price, MEMBER),
  wholesale_price: share(retail_price, WHOLESALE),
  minimum_price: share(retail_price, MINIMUM),
});

/** Returns the price lists of used and refurbished units; empty ones for goods without numbers, which are all new. */
const categoryLists = (retail_price: Centavos, identified: DemoIdentification): CategoryPrices => {
  const [used, refurbished] =
    identified === 'none' ? [] : [USED, REFURBISHED].map((rate) => listOf(share(retail_price, rate)));
  return Object.fromEntries(
    priceNames.flatMap((name) => [
      [categoryPriceName('used', name), used?.[name] ?? null],
      [categoryPriceName('refurbished', name), refurbished?.[name] ?? null],
    ]),
  ) as CategoryPrices;
};

export async function fillCatalogue(
  writer: Writer,
  {
    random,
    now,
    catalogue = demoCatalogue,
  }: { random: SeededRandom; now: number; catalogue?: readonly DemoProduct[] },
): Promise<FilledVariation[]> {
  const makers = new Map(
    [...new Set(catalogue.map((p) => p.manufacturer))].map((name) => [name, writer.nextId()]),
  );
  const types = new Map([...new Set(catalogue.map((p) => p.type))].map((slug) => [slug, writer.nextId()]));
  await insertRows(
    writer,
    'manufacturers',
    [...makers].map(([name, id]) => ({ id, name, unique_name: uniqueName(name) })),
  );
  await insertRows(
    writer,
    'product_types',
    [...types].map(([slug, id]) => ({
      id,
      name: titled(slug),
      unique_name: uniqueName(titled(slug)),
      slug,
      requires_serial: ['phone', 'tablet', 'laptop'].includes(slug) ? 1 : 0,
      scanned_numbers: usualNumbers(titled(slug)),
      ...warrantyOf(slug),
      reorder_point: REORDER_POINTS[slug] ?? null,
    })),
  );

  const products = catalogue.map((product) => ({
    product,
    id: writer.nextId(),
    created_at: now - random.integer(3, 600) * DAY,
  }));
  await insertRows(
    writer,
    'products',
    products.map(({ product, id, created_at }) => ({
      id,
      name: product.name,
      name_key: searchKey(product.name),
      sku: product.sku,
      manufacturer_id: makers.get(product.manufacturer) ?? 0,
      product_type_id: types.get(product.type) ?? 0,
      status: 'active',
      requires_serial: product.variations.some((variation) => variation.identified === 'none') ? 0 : 1,
      created_at,
    })),
  );

  await insertCodes(
    writer,
    'product_codes',
    products.map(({ product, id }) => ({ id, code_text: productText(product) })),
  );

  const variations = products.flatMap(({ product, id: product_id, created_at }) =>
    product.variations.map((variation) => {
      const retail_price = pesosToCentavos(variation.retail);
      return {
        filled: {
          id: writer.nextId(),
          cost: share(retail_price, random.integer(COST.least, COST.most)),
          ...listOf(retail_price),
          ...categoryLists(retail_price, variation.identified),
          identified: variation.identified,
          manufacturer: product.manufacturer,
          popularity: product.popularity,
          warranty: warrantyOf(product.type),
        },
        row: { product_id, name: variation.name, created_at },
        product,
        attributes: variation.attributes,
      };
    }),
  );
  await insertRows(
    writer,
    'product_variations',
    variations.map(
      (
        { filled: { identified: _, manufacturer: __, popularity: ___, warranty: ____, ...prices }, row },
        index,
      ) => ({
        ...row,
        ...prices,
        barcode: demoBarcode(index + 1),
        is_active: 1,
      }),
    ),
  );
  await insertCodes(
    writer,
    'variation_codes',
    variations.map(({ filled: { id }, row: { name }, product }, index) => {
      const code = { name, barcode: demoBarcode(index + 1), product_name: product.name, sku: product.sku };
      return { id, code_text: variationText(code) };
    }),
  );
  await insertRows(
    writer,
    'variation_attributes',
    variations.flatMap(({ filled: { id }, row: { product_id }, attributes }) =>
      attributes.map((attribute, position) => ({
        ...attribute,
        product_variation_id: id,
        product_id,
        position,
        name_key: searchKey(attribute.name),
        value_key: searchKey(attribute.value),
      })),
    ),
  );
  return variations.map(({ filled }) => filled);
}
