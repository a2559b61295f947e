import { expect, it } from 'vitest';
import type { Route } from './define-route.ts';
import { contract } from './index.ts';
import { z } from './zod.ts';

/** Fields of forms that their answers hold under another name, or on purpose not at all. */
const EXPECTED = {
  'staff.create': ['password'],
  'staff.update': ['password', 'current_password'],
  'products.create': ['variation'],
  'inventory.update': ['reason'],
  // Answered among its settings.
  'stores.create': ['prices_include_tax'],
  'supplierReturns.create': ['item_ids'],
  'transactions.create': ['items'],
  'transactions.update': ['items'],
  'payments.create': ['known_payments', 'version'],
  'transfers.create': ['item_ids'],
  'roles.update': ['seen'],
  'zReadings.create': ['till_id', 'business_date'],
};

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Returns the fields of a route's form that its answer lacks; an id may be answered as what it names. */
function unanswered({ body, response }: Route): string[] {
  const answered = fieldsOf(response);
  return fieldsOf(body).filter(
    (field) =>
      field !== 'known' && !answered.includes(field) && !answered.includes(field.replace(/_id$/, '')),
  );
}

it('answers what the form of a create or an update holds', () => {
  const found = Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries<Route>(routes)
      .filter(([name]) => ['create', 'update', 'updateVariation'].includes(name))
      .map(([name, route]) => [`${module}.${name}`, unanswered(route)] as const)
      .filter(([, fields]) => fields.length > 0),
  );
  expect(Object.fromEntries(found)).toEqual(EXPECTED);
});
