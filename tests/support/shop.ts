import type { Insertable } from 'kysely';
import { z } from 'zod';
import { storeSettings, type StoreSettings } from '#contract/stores.ts';
import { isImei } from '#domain/barcodes.ts';
import { tenders } from '#domain/payments.ts';
import type { CustomerGroupSlug } from '#domain/pricing.ts';
import { productText, searchKey, variationText } from '#domain/search-key.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Database } from '#server/db/access.ts';
import { insertCodes } from '#server/db/stored-codes.ts';
import type { Tables } from '#server/db/tables.ts';
import { insertCustomers, type NewCustomer } from '#server/modules/customers/customers.public.ts';
import { insertUnits } from '#server/modules/units/units.public.ts';
import { insertSuppliers, type NewSupplier } from '#server/modules/suppliers/suppliers.public.ts';
import { hashQuickly } from './quick-password.ts';
import { OPENING } from './server.ts';

// Builders of a tiny shop: each makes one thing with sensible defaults for everything that the overrides lack.

/** The letters of the digits, capitals as in every SKU: none is a vowel, so that no mark is a part of a word. */
const LETTERS = 'BCDFGHJKLM';

/**
 * Returns what tells a row's name from all others: letters alone, since tests search for digits, beginning with one that no
 * test searches for. It comes from the id, which the rows of one database have in order: a name never depends on the files
 * that ran before.
 */
const markOf = (id: number): string => `J${[...String(id)].map((digit) => LETTERS[Number(digit)]).join('')}`;

let quickHash: Promise<string> | null = null;

/** Makes settings of a store that saved them once: 12 % tax on top, every payment method. */
export function makeSettings(overrides: Partial<StoreSettings> = {}): string {
  const settings: StoreSettings = {
    hours: { monday: { open: '09:00', close: '21:00' } },
    features: { pos_enabled: true, online_orders: false, repairs: false },
    payment_methods: [...tenders],
    tax_rate: 1200,
    prices_include_tax: false,
    registered_name: null,
    trade_ins: { hold: true },
    tin: null,
    receipt_header: null,
    receipt_footer: 'Thank you.',
    default_customer_group: 'regular',
    offline_sales: { enabled: false, hours: 24, max_total: null, methods: ['cash'] },
    ...overrides,
  };
  return JSON.stringify(z.encode(storeSettings, settings));
}

export async function makeStore(database: Database, overrides: Partial<Insertable<Tables['stores']>> = {}) {
  return database.write(async (writer) => {
    const id = writer.nextId();
    const name = `Test Shop ${markOf(id)}`;
    const row = {
      id,
      code: `TST-${id}`,
      name,
      name_key: searchKey(name),
      timezone: 'Asia/Manila',
      is_active: 1 as const,
      is_warehouse: 0 as const,
      settings_json: null,
      created_at: OPENING,
      ...overrides,
    };
    await writer.insertInto('stores').values(row).execute();
    return row;
  });
}

/** Makes a person who works at a store; their password is the demo shop's. */
export async function makeStaff(
  database: Database,
  { store_id, ...overrides }: Partial<Insertable<Tables['staff']>> & { store_id: number },
) {
  const password_hash = await (quickHash ??= hashQuickly());
  return database.write(async (writer) => {
    const id = writer.nextId();
    const name = `Person ${markOf(id)}`;
    const row = {
      id,
      name,
      name_key: searchKey(name),
      email: `person.${markOf(id).toLowerCase()}@shop.test`,
      password_hash,
      role: 'salesperson' as const,
      primary_store_id: store_id,
      is_active: 1 as const,
      must_change_password: 0 as const,
      created_at: OPENING,
      ...overrides,
    };
    await writer.insertInto('staff').values(row).execute();
    await writer.insertInto('staff_stores').values({ staff_id: row.id, store_id }).execute();
    return row;
  });
}

/** Makes the four customer groups of a shop, by their slugs. */
export async function makeGroups(database: Database) {
  return database.write(async (writer) => {
    const group = (slug: CustomerGroupSlug, name: string, discount_percentage: number) => ({
      id: writer.nextId(),
      slug,
      name,
      discount_percentage,
      unique_name: uniqueName(name),
    });
    const groups = {
      regular: group('regular', 'Regular', 0),
      member: group('member', 'Member', 500),
      vip: group('vip', 'VIP', 1000),
      wholesale: group('wholesale', 'Wholesale', 1500),
    };
    await writer.insertInto('customer_groups').values(Object.values(groups)).execute();
    return groups;
  });
}

/** Makes a customer without a group, points or any of the optional fields. */
export async function makeCustomer(database: Database, overrides: Partial<NewCustomer> = {}) {
  return database.write(async (writer) => {
    const id = writer.nextId();
    const row = {
      id,
      name: `Customer ${markOf(id)}`,
      phone: `0917 ${String(id).padStart(7, '0')}`,
      email: null as string | null,
      address: null as string | null,
      birthday: null as string | null,
      notes: null as string | null,
      customer_group_id: null as number | null,
      signup_channel_id: null as number | null,
      loyalty_points: 0,
      created_at: OPENING,
      deleted_at: null as number | null,
      ...overrides,
    };
    await insertCustomers(writer, [row]);
    return row;
  });
}

/** Makes an active supplier with a name and a code, and none of the optional fields. */
export async function makeSupplier(database: Database, overrides: Partial<NewSupplier> = {}) {
  return database.write(async (writer) => {
    const id = writer.nextId();
    const row = {
      id,
      name: `Supplier ${markOf(id)}`,
      code: `SUP-${markOf(id)}`,
      contact_person: null as string | null,
      email: null as string | null,
      phone: null as string | null,
      address: null as string | null,
      payment_terms: null as string | null,
      notes: null as string | null,
      is_active: 1 as 0 | 1,
      created_at: OPENING,
      deleted_at: null as number | null,
      ...overrides,
    };
    await insertSuppliers(writer, [row]);
    return row;
  });
}

/** Makes a product of one variation at ₱1,000.00, with a barcode. */
export async function makeVariation(
  database: Database,
  overrides: Partial<Omit<Insertable<Tables['product_variations']>, 'barcode'>> & {
    product?: Partial<Insertable<Tables['products']>>;
  } = {},
) {
  const { product: productOverrides, ...variationOverrides } = overrides;
  return database.write(async (writer) => {
    const maker = writer.nextId();
    const type = writer.nextId();
    const mark = markOf(maker);
    const manufacturer = `Acme ${mark}`;
    await writer
      .insertInto('manufacturers')
      .values({ id: maker, name: manufacturer, unique_name: uniqueName(manufacturer) })
      .execute();
    await writer
      .insertInto('product_types')
      .values({
        id: type,
        name: `Kind ${mark}`,
        unique_name: uniqueName(`Kind ${mark}`),
        slug: 'phone',
        requires_serial: 1,
        scanned_numbers: 'serial_imei',
      })
      .execute();
    const name = productOverrides?.name ?? `Phone ${mark}`;
    const product = {
      id: writer.nextId(),
      name,
      name_key: searchKey(name),
      sku: `SKU-${mark}`,
      manufacturer_id: maker,
      product_type_id: type,
      status: 'active' as const,
      requires_serial: 1 as const,
      created_at: OPENING,
      ...productOverrides,
    };
    await writer.insertInto('products').values(product).execute();
    await insertCodes(writer, 'product_codes', [
      { id: product.id, code_text: productText({ ...product, manufacturer }) },
    ]);
    const variation = {
      id: writer.nextId(),
      product_id: product.id,
      name: '128 GB Black',
      barcode: `48000${String(maker).padStart(8, '0')}`,
      cost: 80_000,
      retail_price: 100_000,
      member_price: 97_000,
      wholesale_price: 93_000,
      minimum_price: 90_000,
      is_active: 1 as const,
      created_at: OPENING,
      ...variationOverrides,
    };
    await writer.insertInto('product_variations').values(variation).execute();
    await insertCodes(writer, 'variation_codes', [
      {
        id: variation.id,
        code_text: variationText({ ...variation, product_name: product.name, sku: product.sku }),
      },
    ]);
    return { ...variation, product };
  });
}

/** Makes a variation whose units need no number: neither its product nor its type asks for one. */
export async function makeCable(database: Database) {
  const cable = await makeVariation(database, { product: { requires_serial: 0 } });
  await database.write((writer) =>
    writer
      .updateTable('product_types')
      .set({ requires_serial: 0 })
      .where('id', '=', cable.product.product_type_id)
      .execute(),
  );
  return cable;
}

/** Returns an IMEI with its Luhn digit, a different one for each number. */
export function makeImei(no: number): string {
  const digits = `35${String(no).padStart(12, '0')}`;
  const check = [...'0123456789'].find((digit) => isImei(digits + digit)) ?? '0';
  return digits + check;
}

/** Makes units of a variation in a store, each with a serial number and an IMEI of its own. */
export function makeUnits(
  database: Database,
  {
    count,
    ...given
  }: { count: number; store_id: number; product_variation_id: number } & Partial<
    Insertable<Tables['inventory_items']>
  >,
) {
  return database.write(async (writer) => {
    const rows = Array.from({ length: count }, () => {
      const id = writer.nextId();
      return {
        id,
        status: 'available' as const,
        category: 'new' as const,
        serial_number: `SN-${id}-X` as string | null,
        imei: makeImei(id) as string | null,
        qr_code: null as string | null,
        created_at: OPENING,
        ...given,
      };
    });
    await insertUnits(writer, rows);
    return rows;
  }, count);
}

/** Makes a store with one salesperson, one product and some units of it. */
export async function makeShop(
  database: Database,
  {
    units = 3,
    store = {},
    seller: person = {},
    retail_price = 100_000,
  }: {
    units?: number;
    store?: Partial<Insertable<Tables['stores']>>;
    seller?: Partial<Insertable<Tables['staff']>>;
    retail_price?: number;
  } = {},
) {
  const ownStore = await makeStore(database, store);
  const seller = await makeStaff(database, { store_id: ownStore.id, ...person });
  const variation = await makeVariation(database, { retail_price });
  return {
    store: ownStore,
    seller,
    variation,
    units: await makeUnits(database, {
      count: units,
      store_id: ownStore.id,
      product_variation_id: variation.id,
    }),
  };
}
export type Shop = Awaited<ReturnType<typeof makeShop>>;
