import { z } from '#contract/zod.ts';

/** A JSON schema, as OpenAPI 3.1 takes it. */
export type Schema = z.core.JSONSchema.BaseSchema;

/** What a shape says of itself, where that is all there is to say: its `meta` has a type. */
function ownDescription(shape: z.core.$ZodType): Schema | null {
  const { id: _, ...text } = z.globalRegistry.get(shape) ?? {};
  return text.type ? (text as Schema) : null;
}

/** Makes a schema of zod's fit to be read: a codec as its own words have it, no bounds that only floating numbers know. */
function rewrite({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Schema }): void {
  const text = ownDescription(zodSchema);
  if (text && !jsonSchema.$ref) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, text);
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A format says it better than the regular expression behind it, two lines for an e-mail's.
  if (jsonSchema.format) delete jsonSchema.pattern;
}

/**
 * Shapes of the contract as they are on the wire: each part by its key, and once the named shapes that the parts refer
 * to. Throws for a shape that JSON cannot hold and that does not say what it is.
 */
export function describeShapes(parts: Record<string, z.ZodType>) {
  const described = z.toJSONSchema(z.object(parts), {
    io: 'input',
    unrepresentable: ({ zodSchema }) => (ownDescription(zodSchema) ? {} : 'throw'),
    override: rewrite,
  });
  const referring = JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs } = JSON.parse(referring) as Record<string, Record<string, Schema> | undefined>;
  return { parts: properties ?? {}, named: $defs ?? {} };
}
