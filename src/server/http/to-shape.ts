import { z } from '#contract/zod.ts';

type Fields<S extends z.ZodObject> = z.output<S>;
/** A row's columns for a shape's fields: booleans may be 0 or 1. */
type Columns<F> = { [K in keyof F]-?: boolean extends F[K] ? F[K] | 0 | 1 : F[K] };
type NoOthers<S extends z.ZodObject, More> = { [K in Exclude<keyof More, keyof Fields<S>>]: never };

const holdsBoolean = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodBoolean ||
  ('innerType' in schema._zod.def && holdsBoolean(schema._zod.def.innerType as z.core.$ZodType));

const plans = new WeakMap<z.ZodObject, readonly (readonly [field: string, isBoolean: boolean])[]>();

function planOf(shape: z.ZodObject) {
  let plan = plans.get(shape);
  if (!plan) {
    plan = Object.entries(shape.shape).map(([field, schema]) => [field, holdsBoolean(schema)] as const);
    plans.set(shape, plan);
  }
  return plan;
}

/**
 * Converts a row to a shape of the contract: each field from the column of its name, booleans from 0 and 1. `more` holds
 * the fields without a column. A field that neither has does not compile.
 */
export function toShape<S extends z.ZodObject, M extends Partial<Fields<S>> = Record<never, never>>(
  shape: S,
  row: Columns<Omit<Fields<S>, keyof M>>,
  more?: M & NoOthers<S, M>,
): Fields<S> {
  const answer: Record<string, unknown> = {};
  const columns = row as Record<string, unknown>;
  for (const [field, isBoolean] of planOf(shape)) {
    if (more && field in more) answer[field] = more[field as keyof M];
    else
      answer[field] = isBoolean && typeof columns[field] === 'number' ? columns[field] === 1 : columns[field];
  }
  return answer as Fields<S>;
}
