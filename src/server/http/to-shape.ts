import { z } from '#contract/zod.ts';

type Fields<S extends z.ZodObject> = z.output<S>;
/** A row's columns for a shape's fields: booleans may be 0 or 1. */
type Columns<F> = { [K in keyof F]-?: boolean extends F[K] ? F[K] | 0 | 1 : F[K] };
type NoOthers<S extends z.ZodObject, More> = { [K in Exclude<keyof More, keyof Fields<S>>]: never };

const holdsBoolean = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodBoolean ||
  ('innerType' in schema._zod.def && holdsBoolean(schema._zod.def.innerType as z.core.$ZodType));

type Plan = {
  /** Has each field in the contract's order: copying it and filling the copy is twice as fast as adding fields. */
  blank: Record<string, unknown>;
  fields: readonly string[];
  booleans: readonly string[];
};
const plans = new WeakMap<z.ZodObject, Plan>();

function planOf({ shape }: z.ZodObject): Plan {
  const fields = Object.keys(shape);
  return {
    blank: Object.fromEntries(fields.map((field) => [field, undefined])),
    fields,
    booleans: fields.filter((field) => holdsBoolean(shape[field] as z.core.$ZodType)),
  };
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
  let plan = plans.get(shape);
  if (!plan) plans.set(shape, (plan = planOf(shape)));
  const answer = { ...plan.blank };
  const columns = row as Record<string, unknown>;
  for (const field of plan.fields) answer[field] = columns[field];
  for (const field of plan.booleans)
    if (typeof answer[field] === 'number') answer[field] = answer[field] === 1;
  return Object.assign(answer, more) as Fields<S>;
}
