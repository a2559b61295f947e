import { z } from '#contract/zod.ts';

/** A JSON schema, as OpenAPI 3.1 takes it. */
export type Schema = z.core.JSONSchema.BaseSchema;

/** Returns the description of a shape that replaces its schema: its `meta` has a type. */
function ownDescription(shape: z.core.$ZodType): Schema | null {
  const { id: _, ...text } = z.globalRegistry.get(shape) ?? {};
  return text.type ? (text as Schema) : null;
}

/** Makes zod's schema readable: codecs in their own words, no bounds that only floating-point numbers have. */
function rewrite({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Schema }): void {
  const text = ownDescription(zodSchema);
  if (text && !jsonSchema.$ref) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, text);
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A format says more than its regular expression, which takes two lines for an email address.
  if (jsonSchema.format) delete jsonSchema.pattern;
}

/**
 * Describes shapes of the contract as on the wire: each part by its key, and the named shapes that they refer to once.
 * Throws for a shape that JSON cannot hold and that does not describe itself.
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
