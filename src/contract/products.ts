import { z } from './zod.ts';
import { categoryPriceName, type CategoryPriceName, ownListCategories, priceNames } from '#domain/pricing.ts';
import { categoryPriceProblems, isAboveRetail, isBelowCost, priceText } from '#domain/product-prices.ts';
import { scannedNumbersChoices } from '#domain/receiving.ts';
import { searchKey } from '#domain/search-key.ts';
import { transactionStatuses } from '#domain/transactions.ts';
import {
  fieldPermission,
  flagText,
  id,
  idOf,
  idText,
  instant,
  money,
  moneyFromZeroOf,
  optionalLines,
  optionalText,
  requiredText,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { warrantyFields } from './product-types.ts';
import { categoryPrices, changesOf, message, named, shape, variationPrices } from './shapes.ts';

export const productStatuses = ['active', 'inactive'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** Stock levels at a store like the stock badge: more than 5, 1 to 5, none. */
const stockFilters = ['in', 'low', 'out'] as const;

const ATTRIBUTES_MAX = 20;
const TEXT_MAX = 255;
const BARCODE_MAX = 64;

export const attribute = shape('Attribute', { name: z.string(), value: z.string() });
export type Attribute = z.output<typeof attribute>;

/** A photo's URL; smaller sizes by `size=card`, `size=small`. */
const imageUrl = z.string().nullable();

export const photo = shape('Photo', {
  id,
  image_url: z.string(),
  product_variation_id: id.nullable().describe('Null for one of the product itself'),
});
export type Photo = z.output<typeof photo>;

/** The audit log's record of photos. */
export const photoCount = z.object({ photos: z.int() });

export const variation = shape('Variation', {
  id,
  name: z.string(),
  barcode: z.string().nullable(),
  cost: fieldPermission('costs.view', money),
  ...variationPrices,
  ...categoryPrices,
  attributes: z.array(attribute),
  is_active: z.boolean(),
  image_url: imageUrl.describe('Its own photo; without one, the product’s first stands for it'),
  inventory_items_count: z.int().describe('Units that stand in the stores you work in'),
});
export type Variation = z.output<typeof variation>;

const typeOfProduct = shape('TypeOfProduct', {
  id,
  name: z.string(),
  requires_serial: z.boolean(),
  scanned_numbers: z.enum(scannedNumbersChoices),
  warranty_months: z.int().nullable(),
  warranty_months_used: z.int().nullable(),
});

const productHead = {
  id,
  name: z.string(),
  sku: z.string(),
  status: z.enum(productStatuses),
  kind: z.string().describe('The product type’s slug, which picks the drawing'),
  manufacturer: named,
  image_url: imageUrl.describe('Its first photo'),
};

export const product = shape('Product', {
  ...productHead,
  description: z.string().nullable(),
  requires_serial: z.boolean().describe('A unit needs a serial number or an IMEI'),
  scanned_numbers: z
    .enum(scannedNumbersChoices)
    .nullable()
    .describe('Scanned of each unit that is received; null is what its type has'),
  product_type_id: id,
  manufacturer_id: id,
  product_type: typeOfProduct,
  warranty_months: z.int().nullable().describe('Null is what the type says, 0 is none'),
  warranty_months_used: z.int().nullable().describe('The same of used and refurbished units'),
  created_at: instant,
  updated_at: instant.nullable(),
  photos: z.array(photo).describe('Its own in their order, then those of its variations'),
  product_variations: z.array(variation),
});
export type Product = z.output<typeof product>;

export const listedProduct = shape('ListedProduct', {
  ...productHead,
  product_type: named,
  variations_count: z.int().describe('Active variations'),
  lowest_price: money.nullable().describe('The lowest retail price of an active variation'),
  highest_price: money.nullable(),
  units: z.int().describe('Units that stand at the store'),
  product_variations: z.array(variation).optional().describe('With `include=variations`'),
});
export type ListedProduct = z.output<typeof listedProduct>;

export const foundVariation = shape('FoundVariation', {
  id,
  name: z.string(),
  barcode: z.string().nullable(),
  retail_price: money,
  cost: fieldPermission('costs.view', money),
  image_url: imageUrl.describe('Its own photo, or the product’s first'),
  is_active: z.boolean().describe('Neither it nor its product is inactive'),
  product: z.object({
    id,
    name: z.string(),
    sku: z.string(),
    kind: z.string(),
    requires_serial: z.boolean(),
  }),
});
export type FoundVariation = z.output<typeof foundVariation>;

/** The maximum number of codes looked up at once. */
export const CODES_MAX = 50;
const CODE_MAX = 100;

const codeList = z
  .string()
  .min(1)
  .max(CODES_MAX * (CODE_MAX + 1))
  .refine((text) => text.split('\n').length <= CODES_MAX, `At most ${CODES_MAX} codes`)
  .describe(`SKUs and barcodes, one a line, at most ${CODES_MAX}`);

const storeStock = shape('StoreStock', {
  store: shape('StoreName', { id, name: z.string(), code: z.string() }),
  units: z.int(),
  product_variations: z.array(
    shape('StandingVariation', {
      id,
      units: z.int(),
      reorder_point: z.int().describe('What holds there; 0 is never low'),
      own_reorder_point: z.int().nullable().describe('Null where the type’s holds'),
      on_order: z.int().describe('Units that are to come to the store'),
    }),
  ),
});
export type StoreStock = z.output<typeof storeStock>;

const historyValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
const historyEntry = shape('ProductHistoryEntry', {
  id,
  at: instant,
  staff: named.nullable(),
  product_variation: named.nullable(),
  field: z.string().describe('`created`, `deleted`, or the field that became different'),
  before: historyValue,
  after: historyValue,
  cost: fieldPermission(
    'costs.view',
    z.object({ before: money.nullable(), after: money.nullable() }).nullable(),
  ),
});
export type ProductHistoryEntry = z.output<typeof historyEntry>;

export const productSale = shape('ProductSale', {
  id,
  transaction_id: id,
  transaction_number: z.string(),
  invoice_number: z.string().nullable(),
  completed_at: instant,
  status: z.enum(transactionStatuses),
  store: named,
  variation_name: z.string(),
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  final_price: money,
});
export type ProductSale = z.output<typeof productSale>;

const productFields = {
  name: requiredText('Name', TEXT_MAX),
  sku: requiredText('SKU', BARCODE_MAX)
    .toUpperCase()
    .regex(/^[A-Z0-9-]*$/, 'Use uppercase letters, digits and hyphens only'),
  product_type_id: idOf('Product type is required'),
  manufacturer_id: idOf('Manufacturer is required'),
  description: optionalLines(2000).optional(),
  requires_serial: z.boolean().optional().describe('Left out: what its type says'),
  scanned_numbers: z
    .enum(scannedNumbersChoices)
    .nullable()
    .optional()
    .describe('Scanned of each unit that is received; null is what its type has'),
  ...warrantyFields,
  status: z.enum(productStatuses).optional(),
};

const price = (label: string) => moneyFromZeroOf(label).nullable().optional();
const priceLabels = {
  retail_price: 'Retail price',
  wholesale_price: 'Wholesale price',
  member_price: 'Member price',
  minimum_price: 'Minimum price',
};
const ofCategories = <T>(fieldOf: (label: string) => T) =>
  Object.fromEntries(
    ownListCategories.flatMap((category) =>
      priceNames.map((name) => [categoryPriceName(category, name), fieldOf(priceLabels[name])]),
    ),
  ) as Record<CategoryPriceName, T>;
const variationFields = {
  name: requiredText('Variation name', TEXT_MAX),
  barcode: optionalText(BARCODE_MAX).optional(),
  cost: fieldPermission('costs.view', moneyFromZeroOf('Cost')),
  retail_price: moneyFromZeroOf(priceLabels.retail_price),
  wholesale_price: price(priceLabels.wholesale_price),
  member_price: price(priceLabels.member_price),
  minimum_price: price(priceLabels.minimum_price),
  ...ofCategories(price),
  attributes: z
    .array(z.object({ name: requiredText('Attribute', 50), value: requiredText('Value', 100) }))
    .max(ATTRIBUTES_MAX, `At most ${ATTRIBUTES_MAX} attributes`)
    .superRefine((attributes, context) => {
      const names = attributes.map(({ name }) => searchKey(name));
      names.forEach((name, place) => {
        if (names.indexOf(name) === place) return;
        context.addIssue({
          code: 'custom',
          message: 'This attribute is there already',
          path: [place, 'name'],
        });
      });
    })
    .optional(),
};

export const productForm = z.object(productFields);
export type ProductForm = z.output<typeof productForm>;
const productChanges = changesOf(productForm, product);
export type ProductChanges = z.output<typeof productChanges>;
/** Compares two prices even if other fields are wrong, unless one of the two already has an error. */
const compared = (field: 'retail_price' | 'minimum_price', beside: 'cost' | 'retail_price') => ({
  path: [field],
  when: ({ issues, value }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path }) => path?.[0] === field || path?.[0] === beside),
});
export const variationForm = z
  .strictObject(variationFields)
  .refine((form) => !isAboveRetail(form), {
    ...compared('minimum_price', 'retail_price'),
    error: priceText.minimum_price,
  })
  .refine((form) => !isBelowCost(form), {
    ...compared('retail_price', 'cost'),
    error: priceText.retail_price,
  })
  .superRefine((form, context) => {
    for (const { field, message } of categoryPriceProblems(form)) {
      context.addIssue({ code: 'custom', message, path: [field] });
    }
  })
  .meta({ id: 'VariationForm' });
export type VariationForm = z.output<typeof variationForm>;
export const variationChanges = changesOf(
  z.object({ ...variationFields, is_active: z.boolean() }),
  variation,
);
export type VariationChanges = z.output<typeof variationChanges>;
/** A product together with its first variation. */
export const newProductForm = z.strictObject({ ...productFields, variation: variationForm });
export type NewProductForm = z.output<typeof newProductForm>;

const byProduct = z.object({ productId: idText });
const byPhoto = z.object({ productId: idText, photoId: idText });
const byVariation = z.object({ productId: idText, variationId: idText });

/** Reads that show products, including the tills'. */
const shownBy = ['products', 'pos', 'inventory.lowStock', 'dashboard'] as const;
/** Those and the lists that count products. */
const countedBy = [...shownBy, 'manufacturers.list', 'productTypes.list'] as const;

export const products = defineRoutes('products', {
  [moduleText]: {
    title: 'Products',
    about: 'What the shop sells: products, their variations, prices and attributes',
  },
  list: defineRoute({
    method: 'GET',
    path: '/products',
    summary: 'Find products',
    permission: 'products.view',
    /** Shows the stock of the current store unless another one is named. */
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional().describe('Words of name, SKU and maker, or a whole barcode'),
      product_type_id: idText.optional(),
      manufacturer_id: idText.optional(),
      status: z.enum(productStatuses).optional(),
      stock: z.enum(stockFilters).optional().describe('In is more than 5 units, low 1 to 5'),
      store_id: idText.optional().describe('Whose stock; one of your stores'),
      attributes: z
        .record(z.string().max(50), z.array(z.string().max(100)).min(1).max(20))
        .optional()
        .describe('`attributes[Color][]=Black`: a variation has every one of them, and any of its values'),
      sort: z.enum(['name', '-name', 'sku', '-sku', '-created']).optional(),
      include: z.enum(['variations']).optional(),
    }),
    response: pageOf(listedProduct),
  }),
  findVariations: defineRoute({
    method: 'GET',
    path: '/product-variations',
    summary: 'Find variations, the active ones of active products',
    permission: 'products.view',
    scope: 'chain',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional().describe('Words of both names, of SKU and barcode'),
      product_id: idText.optional(),
      include_inactive: flagText.optional().describe('Also what is not sold any more'),
    }),
    response: pageOf(foundVariation),
  }),
  codedVariations: defineRoute({
    method: 'GET',
    path: '/product-variations/by-codes',
    summary: 'Find active variations by whole SKUs and barcodes',
    permission: 'products.view',
    scope: 'chain',
    query: z.strictObject({ codes: codeList }),
    response: z.array(
      shape('CodedVariations', {
        code: z.string().describe('As it was asked'),
        product_variations: z
          .array(foundVariation)
          .describe('Several where it is a SKU; none for no such code'),
      }),
    ),
  }),
  attributes: defineRoute({
    method: 'GET',
    path: '/products/attributes',
    summary: 'List the attributes of variations and their values',
    permission: 'products.view',
    scope: 'chain',
    response: z.array(shape('AttributeValues', { name: z.string(), values: z.array(z.string()) })),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/products/:productId',
    summary: 'Get a product',
    permission: 'products.view',
    scope: 'chain',
    params: byProduct,
    response: product,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/products',
    summary: 'Create a product with its first variation',
    permission: 'products.create',
    scope: 'chain',
    invalidates: countedBy,
    body: newProductForm,
    response: product,
    status: 201,
    location: '/products/:id',
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/products/:productId',
    summary: 'Change a product',
    permission: 'products.edit',
    scope: 'chain',
    invalidates: countedBy,
    params: byProduct,
    body: productChanges,
    response: product,
    errors: ['product_changed'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/products/:productId',
    summary: 'Take a product out of the catalogue, or deactivate it',
    permission: 'products.delete',
    scope: 'chain',
    invalidates: countedBy,
    params: byProduct,
    response: shape('Deletion', {
      ...message.shape,
      is_deleted: z.boolean().describe('False: it has a history and was deactivated'),
    }),
    errors: ['in_use'],
  }),
  variations: defineRoute({
    method: 'GET',
    path: '/products/:productId/variations',
    summary: 'List the variations of a product',
    permission: 'products.view',
    scope: 'chain',
    params: byProduct,
    response: z.array(variation),
  }),
  createVariation: defineRoute({
    method: 'POST',
    path: '/products/:productId/variations',
    summary: 'Add a variation to a product',
    permission: 'products.create',
    scope: 'chain',
    invalidates: shownBy,
    params: byProduct,
    body: variationForm,
    response: variation,
    status: 201,
  }),
  updateVariation: defineRoute({
    method: 'PUT',
    path: '/products/:productId/variations/:variationId',
    summary: 'Change a variation',
    permission: 'products.edit',
    scope: 'chain',
    invalidates: shownBy,
    params: byVariation,
    body: variationChanges,
    response: variation,
    errors: ['variation_changed'],
  }),
  deleteVariation: defineRoute({
    method: 'DELETE',
    path: '/products/:productId/variations/:variationId',
    summary: 'Take a variation out of the catalogue, or deactivate it',
    permission: 'products.delete',
    scope: 'chain',
    invalidates: shownBy,
    params: byVariation,
    response: shape('VariationDeletion', { ...message.shape, is_deleted: z.boolean() }),
    errors: ['in_use', 'illegal_state'],
  }),
  movePhoto: defineRoute({
    method: 'PUT',
    path: '/products/:productId/photos/:photoId',
    summary: 'Move a photo of a product',
    permission: 'products.edit',
    scope: 'chain',
    invalidates: shownBy,
    params: byPhoto,
    body: z.strictObject({
      position: z.int().min(1).max(1000).describe('Its place from 1; beyond the last is the last'),
    }),
    response: product,
  }),
  stock: defineRoute({
    method: 'GET',
    path: '/products/:productId/stock',
    summary: 'Count the units of a product in each of your stores',
    permission: 'products.view',
    scope: 'chain',
    params: byProduct,
    response: z.array(storeStock),
  }),
  history: defineRoute({
    method: 'GET',
    path: '/products/:productId/history',
    summary: 'List what became different of a product, and by whom',
    permission: 'products.view',
    scope: 'chain',
    params: byProduct,
    query: z.strictObject(pageQuery),
    response: pageOf(historyEntry),
  }),
  sales: defineRoute({
    method: 'GET',
    path: '/products/:productId/sales',
    summary: 'List the newest sales of a product in your stores',
    permission: 'transactions.view',
    scope: 'chain',
    params: byProduct,
    query: z.strictObject(pageQuery),
    response: pageOf(productSale),
  }),
});
