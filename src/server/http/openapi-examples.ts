import type { z } from '#contract/zod.ts';
import type { Schema } from './openapi-shapes.ts';

type Shapes = Record<string, Schema>;

/** Texts of fields that a shop knows by their names. */
const TEXTS: Record<string, string> = {
  email: 'ana@shop.example',
  phone: '0917 123 4567',
  imei: '356938035643809',
  imei2: '356938035643817',
  serial_number: 'F2LX4711',
  admin_name: 'Ana Reyes',
  admin_email: 'ana@shop.example',
  slug: 'dealers',
  sku: 'GAL-S26',
  notes: 'Called back on Monday',
  reason: 'Wrong colour',
  code: 'MNL-02',
  store_code: 'MNL-01',
  store_name: 'Makati',
  shop_name: 'Reyes Phones',
  file_name: 'stock.csv',
  barcode: '4006381333931',
  address: '12 Ayala Avenue, Makati',
  timezone: 'Asia/Manila',
  reference_number: '8012345678901',
  password: 'Seven blue jeepneys',
  password_confirmation: 'Seven blue jeepneys',
  new_password: 'Seven blue jeepneys',
  new_password_confirmation: 'Seven blue jeepneys',
  pin: '246810',
  hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  secret: 'kR3vQ8sX1bN6yT0aLd4fWm7cZp2hJe9uGi5oKqVxYnE',
  endpoint: 'https://s3.ap-southeast-1.amazonaws.com',
  region: 'ap-southeast-1',
  bucket: 'our-shop',
  prefix: 'copies',
  key_id: 'AKIAIOSFODNN7EXAMPLE',
};
/** What a `name` is in each module. */
const NAMES: Record<string, string> = {
  customers: 'Ana Reyes',
  staff: 'Ana Reyes',
  stores: 'Makati',
  products: 'Galaxy S26',
  manufacturers: 'Samsung',
  productTypes: 'Phones',
  suppliers: 'Cebu Gadgets',
  tills: 'Counter 1',
};
const FORMATS: Record<string, string> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T02:00:00.000Z',
  email: TEXTS.email ?? '',
  binary: 'The bytes of the file',
  uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
};

function textOf(name: string, { format, minLength = 0, maxLength = Infinity }: Schema): string {
  const words = name.replaceAll('_', ' ');
  const text = TEXTS[name] ?? FORMATS[String(format)] ?? words.charAt(0).toUpperCase() + words.slice(1);
  return text.padEnd(Number(minLength), '0').slice(0, Number(maxLength));
}

function numberOf(name: string, { format, minimum = 1, maximum = Infinity }: Schema): number {
  const usual = format === 'double' ? (maximum === 100 ? 12 : 500) : /quantity/.test(name) ? 2 : 1;
  return Math.min(Math.max(usual, Number(minimum)), Number(maximum));
}

/** What an example is made for: its module, and the shapes that schemas refer to. */
type Place = { module: string; named: Shapes };

/** Returns a value of a schema: whole, or with its required fields alone. `known` is left out: it needs what was read. */
function exampleOf(schema: Schema, place: Place, isWhole: boolean, name = ''): unknown {
  const inner = (part: Schema, partName = name) => exampleOf(part, place, isWhole, partName);
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return inner(place.named[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  if (choice) return inner(choice);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema as { properties?: Shapes; required?: string[] };
      const shown = Object.entries(properties).filter(
        ([field]) => required.includes(field) || (isWhole && field !== 'known'),
      );
      return Object.fromEntries(shown.map(([field, part]) => [field, inner(part, field)]));
    }
    case 'array':
      return [inner(schema.items as Schema, name.replace(/s$/, ''))];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return numberOf(name, schema);
    default:
      return (name === 'name' && NAMES[place.module]) || textOf(name, schema);
  }
}

/** Returns an example of a body that its route takes: with all of its fields, else with the required ones. */
export function bodyExample(body: z.ZodObject, schema: Schema, place: Place): unknown {
  const [whole, least] = [exampleOf(schema, place, true), exampleOf(schema, place, false)];
  return body.safeParse(whole).success ? whole : least;
}
