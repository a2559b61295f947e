import { fieldError, type ApiError } from '#contract/errors.ts';

type UniqueField = { columns: string; field: string; message: string };

/**
 * The unique constraints that somebody who fills a form can run into: by their names in the migrations, with the columns
 * that SQLite names in their place, the field they are about, and what it is told.
 */
const uniqueFields: Readonly<Record<string, UniqueField>> = {
  one_group_name: {
    columns: 'customer_groups.unique_name',
    field: 'name',
    message: 'This name is taken',
  },
  one_group_slug: { columns: 'customer_groups.slug', field: 'slug', message: 'This slug is taken' },
  one_channel_name: {
    columns: 'signup_channels.unique_name',
    field: 'name',
    message: 'This name is taken',
  },
};

const SQLITE_REFUSAL = 'UNIQUE constraint failed: ';

function brokenConstraint(error: unknown): UniqueField | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('constraint' in error) return uniqueFields[String(error.constraint)];
  return Object.values(uniqueFields).find(({ columns }) => error.message === SQLITE_REFUSAL + columns);
}

/** The 422 on its field that an engine's refusal of a second value comes to; null for any other error. */
export function takenField(error: unknown): ApiError | null {
  const broken = brokenConstraint(error);
  return broken ? fieldError(broken.field, broken.message) : null;
}
