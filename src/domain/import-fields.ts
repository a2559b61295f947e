import type { ImportKind } from './imports.ts';
import { ownListCategories } from './pricing.ts';
import { can, type Holder, type Permission } from './permissions.ts';
import { unitCategoryLabels } from './units.ts';

export type ImportField = {
  name: string;
  /** The column heading in the template. */
  label: string;
  /** Further accepted headings. */
  also?: readonly string[];
  /** The permission needed for the field. */
  permission?: Permission;
  /** The values in the template's example rows. */
  examples: readonly string[];
};

const VARIATION_BY: readonly ImportField[] = [
  {
    name: 'sku',
    label: 'SKU',
    also: ['product sku', 'item code', 'code', 'product code'],
    examples: ['IPH-15', 'USB-C-1M'],
  },
  {
    name: 'variation',
    label: 'Variation',
    also: ['variation name', 'variant'],
    examples: ['128 GB Black', ''],
  },
  { name: 'barcode', label: 'Barcode', also: ['ean', 'upc', 'gtin'], examples: ['', '4800011223344'] },
];

const PRICES: readonly ImportField[] = [
  {
    name: 'retail_price',
    label: 'Retail price',
    also: ['price', 'srp', 'selling price', 'retail'],
    examples: ['45990.00', '399.00'],
  },
  {
    name: 'wholesale_price',
    label: 'Wholesale price',
    also: ['wholesale', 'dealer price'],
    examples: ['43500.00', ''],
  },
  { name: 'member_price', label: 'Member price', also: ['member'], examples: ['44990.00', ''] },
  {
    name: 'minimum_price',
    label: 'Minimum price',
    also: ['lowest price', 'minimum'],
    examples: ['43000.00', ''],
  },
];
const CATEGORY_PRICES: readonly ImportField[] = ownListCategories.flatMap((category) =>
  PRICES.map(({ name, label }) => ({
    name: `${category}_${name}`,
    label: `${unitCategoryLabels[category]} ${label.toLowerCase()}`,
    also: name === 'retail_price' ? [`${category} price`, `price ${category}`] : [],
    examples: [''],
  })),
);
const COST = { permission: 'costs.view', also: ['unit cost', 'purchase price', 'buying price'] } as const;

/** The fields of each kind, in the order of its template. */
const importFields: Record<ImportKind, readonly ImportField[]> = {
  products: [
    {
      name: 'sku',
      label: 'SKU',
      also: ['product sku', 'item code', 'code'],
      examples: ['IPH-15', 'IPH-15', 'USB-C-1M'],
    },
    {
      name: 'name',
      label: 'Product name',
      also: ['name', 'product', 'item name'],
      examples: ['iPhone 15', 'iPhone 15', 'USB-C cable'],
    },
    {
      name: 'product_type',
      label: 'Product type',
      also: ['type', 'category'],
      examples: ['Phones', 'Phones', 'Accessories'],
    },
    {
      name: 'manufacturer',
      label: 'Manufacturer',
      also: ['brand', 'maker'],
      examples: ['Apple', 'Apple', 'Anker'],
    },
    { name: 'description', label: 'Description', examples: ['', '', '1 m, 60 W'] },
    {
      name: 'requires_serial',
      label: 'Requires serial',
      also: ['serialized', 'requires serial number'],
      examples: ['yes', 'yes', 'no'],
    },
    {
      name: 'warranty_months',
      label: 'Warranty months',
      also: ['warranty', 'warranty (months)', 'warranty in months'],
      examples: ['12', '12', '6'],
    },
    {
      name: 'warranty_months_used',
      label: 'Warranty months of used units',
      also: ['used warranty', 'warranty of used units', 'warranty months used'],
      examples: ['3', '3', ''],
    },
    {
      name: 'variation',
      label: 'Variation',
      also: ['variation name', 'variant'],
      examples: ['128 GB Black', '256 GB Black', 'White'],
    },
    {
      name: 'barcode',
      label: 'Barcode',
      also: ['ean', 'upc', 'gtin'],
      examples: ['194253', '194254', '4800011223344'],
    },
    {
      name: 'attributes',
      label: 'Attributes',
      examples: ['Storage: 128 GB; Color: Black', 'Storage: 256 GB; Color: Black', 'Color: White'],
    },
    { name: 'cost', label: 'Cost', ...COST, examples: ['41000.00', '46500.00', '150.00'] },
    ...PRICES.map((price, place) => ({
      ...price,
      examples: [
        ['45990.00', '51990.00', '399.00'],
        ['43500.00', '49500.00', ''],
        ['44990.00', '50990.00', ''],
        ['43000.00', '49000.00', '350.00'],
      ][place] ?? [''],
    })),
    ...CATEGORY_PRICES.map((price) => ({ ...price, examples: ['', '', ''] })),
  ],
  prices: [
    ...VARIATION_BY,
    { name: 'cost', label: 'Cost', ...COST, examples: ['41000.00', '150.00'] },
    ...PRICES,
    ...CATEGORY_PRICES.map((price) => ({ ...price, examples: ['', ''] })),
  ],
  inventory: [
    ...VARIATION_BY,
    {
      name: 'serial_number',
      label: 'Serial number',
      also: ['serial', 'serial no', 'sn', 's/n'],
      examples: ['F2LXK8Q1Q0', ''],
    },
    { name: 'imei', label: 'IMEI', also: ['imei 1', 'imei1'], examples: ['356789104523418', ''] },
    { name: 'imei2', label: 'IMEI 2', also: ['second imei'], examples: ['', ''] },
    { name: 'qr_code', label: 'QR code', also: ['qr'], examples: ['', ''] },
    {
      name: 'quantity',
      label: 'Quantity',
      also: ['qty', 'pieces', 'pcs', 'count', 'on hand', 'stock'],
      examples: ['1', '20'],
    },
    { name: 'category', label: 'Category', also: ['condition'], examples: ['used', 'new'] },
    {
      name: 'condition_rating',
      label: 'Condition rating',
      also: ['rating', 'grade'],
      examples: ['4', ''],
    },
    {
      name: 'purchase_cost',
      label: 'Purchase cost',
      permission: 'costs.view',
      also: ['cost', 'unit cost', 'purchase price', 'buying price'],
      examples: ['38000.00', '150.00'],
    },
    {
      name: 'own_price',
      label: 'Unit price',
      permission: 'products.edit',
      also: ['own price', 'price of the unit'],
      examples: ['36500.00', ''],
    },
    {
      name: 'own_minimum_price',
      label: 'Unit minimum price',
      permission: 'products.edit',
      also: ['own minimum price', 'lowest price of the unit'],
      examples: ['', ''],
    },
    {
      name: 'supplier',
      label: 'Supplier',
      also: ['supplier code', 'supplier name', 'vendor'],
      examples: ['', ''],
    },
    { name: 'store', label: 'Store', also: ['store code', 'branch'], examples: ['', ''] },
    { name: 'notes', label: 'Notes', also: ['note', 'remarks'], examples: ['Small scratch', ''] },
  ],
  customers: [
    {
      name: 'name',
      label: 'Name',
      also: ['customer', 'customer name', 'full name'],
      examples: ['Ana Reyes'],
    },
    {
      name: 'phone',
      label: 'Phone number',
      also: ['phone', 'mobile', 'mobile number', 'contact number'],
      examples: ['0917 555 0101'],
    },
    { name: 'email', label: 'Email', also: ['e-mail', 'email address'], examples: ['ana@example.ph'] },
    { name: 'address', label: 'Address', examples: ['12 Mabini St, Makati'] },
    { name: 'birthday', label: 'Birthday', also: ['birth date', 'date of birth'], examples: ['1990-04-23'] },
    {
      name: 'customer_group',
      label: 'Customer group',
      also: ['group', 'membership'],
      permission: 'customers.edit',
      examples: ['Member'],
    },
    { name: 'signup_channel', label: 'Signup channel', also: ['channel', 'source'], examples: [''] },
    {
      name: 'loyalty_points',
      label: 'Loyalty points',
      also: ['points', 'balance'],
      permission: 'loyalty.adjust',
      examples: ['250'],
    },
    { name: 'notes', label: 'Notes', also: ['note', 'remarks'], examples: [''] },
  ],
};

/** Returns the field of a kind that needs `costs.view`; null without one. */
export const costField = (kind: ImportKind): string | null =>
  importFields[kind].find(({ permission }) => permission === 'costs.view')?.name ?? null;

/** Returns the fields of a kind that a person may import. */
export const fieldsFor = (kind: ImportKind, holder: Holder): ImportField[] =>
  importFields[kind].filter(({ permission }) => permission === undefined || can(holder, permission));

export const fieldLabel = (kind: ImportKind, name: string): string =>
  importFields[kind].find((field) => field.name === name)?.label ?? (name === 'row' ? 'Row' : name);
