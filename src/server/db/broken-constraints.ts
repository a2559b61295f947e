import { fieldError, type ApiError } from '#contract/errors.ts';

type UniqueField = { columns: string; field: string; message: string };

/**
 * The unique constraints that somebody who fills a form can run into, besides those of names: by their names in the
 * migrations, with the columns that SQLite names in their place, the field they are about, and what it is told.
 */
const uniqueFields: Readonly<Record<string, UniqueField>> = {
  one_staff_email: { columns: 'staff.email', field: 'email', message: 'This email is taken' },
  one_group_slug: { columns: 'customer_groups.slug', field: 'slug', message: 'This slug is taken' },
  one_sku: { columns: 'products.sku', field: 'sku', message: 'This SKU is taken' },
  one_barcode: {
    columns: 'product_variations.barcode',
    field: 'barcode',
    message: 'This barcode is taken',
  },
  one_supplier_code: { columns: 'suppliers.code', field: 'code', message: 'This code is taken' },
  one_store_code: { columns: 'stores.code', field: 'code', message: 'This code is taken' },
};

/** Every `one_…_name` of the migrations, which stands on a column `unique_name`. */
const NAME_CONSTRAINT = /^one_\w+_name$/;
const NAME_COLUMN = '.unique_name';
const takenName = { field: 'name', message: 'This name is taken' };

const SQLITE_REFUSAL = 'UNIQUE constraint failed: ';

function brokenConstraint(error: unknown): Pick<UniqueField, 'field' | 'message'> | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('constraint' in error) {
    const constraint = String(error.constraint);
    return NAME_CONSTRAINT.test(constraint) ? takenName : uniqueFields[constraint];
  }
  if (!error.message.startsWith(SQLITE_REFUSAL)) return undefined;
  const columns = error.message.slice(SQLITE_REFUSAL.length);
  if (columns.endsWith(NAME_COLUMN)) return takenName;
  return Object.values(uniqueFields).find((unique) => unique.columns === columns);
}

/** The 422 on its field that an engine's refusal of a second value comes to; null for any other error. */
export function takenField(error: unknown): ApiError | null {
  const broken = brokenConstraint(error);
  return broken ? fieldError(broken.field, broken.message) : null;
}

/** PostgreSQL's code, and what SQLite says. */
const BROKEN_REFERENCE = { code: '23503', message: 'FOREIGN KEY constraint failed' };

/** Whether an engine refused to break a reference: what is deleted has rows that point to it. */
export function isStillPointedTo(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === BROKEN_REFERENCE.code) || error.message === BROKEN_REFERENCE.message
  );
}
