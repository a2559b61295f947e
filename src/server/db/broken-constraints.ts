import { fieldError, type ApiError } from '#contract/errors.ts';

type UniqueField = { columns: string; field: string; message: string };

/**
 * The unique constraints, other than those of names, that a form can violate: by their names in the migrations, with the
 * columns that SQLite reports, the field, and its message.
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
  one_backup_place: { columns: 'backup_places.path', field: 'path', message: 'This folder is there already' },
  one_store_code: { columns: 'stores.code', field: 'code', message: 'This code is taken' },
};

/** The names of all `one_…_name` constraints of the migrations, on a column `unique_name`. */
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

/** Returns the 422 on its field for a violated unique constraint; null for any other error. */
export function takenField(error: unknown): ApiError | null {
  const broken = brokenConstraint(error);
  return broken ? fieldError(broken.field, broken.message) : null;
}

/** PostgreSQL's code, and SQLite's message. */
const BROKEN_REFERENCE = { code: '23503', message: 'FOREIGN KEY constraint failed' };

/** True if an engine refused to break a foreign key: other rows refer to the deleted one. */
export function isStillPointedTo(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === BROKEN_REFERENCE.code) || error.message === BROKEN_REFERENCE.message
  );
}
