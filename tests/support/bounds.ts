import { z } from '#contract/zod.ts';

// What a request may hold at most and at least, made from the contract's own schemas.

type Schema = z.core.JSONSchema.BaseSchema;
type Path = readonly (string | number)[];
/** One value of a field, in a request that is sound otherwise. */
export type AtBound = { path: Path; value: unknown; input: Record<string, unknown> };

/** Sound values by the name of the field: ids that exist. */
export type Known = Readonly<Record<string, unknown>>;

/** Texts of which one has a control character, and the other two lines. */
export const ESCAPE = 'one\u001btext';
export const LINES = 'one\ntwo';

const TEXTS = ['Text', '1', 'A1', '09:00', 'text', '0917 123 4567', 'K7QMP2RX'];
const FORMATS: Record<string, string> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T02:00:00Z',
  email: 'somebody@bounds.test',
};

/** Returns a schema of the contract as JSON schema, without references. */
function describe(schema: z.ZodType): Schema {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const named = whole.$defs ?? {};
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline);
    if (typeof part !== 'object' || part === null) return part;
    if ('$ref' in part) return inline(named[String(part.$ref).replace('#/$defs/', '')]);
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(whole) as Schema;
}

const choicesOf = ({ anyOf, oneOf, allOf }: Schema) => (anyOf ?? oneOf ?? allOf) as Schema[] | undefined;
const firstOf = (choices: Schema[]) => choices.find(({ type }) => type !== 'null') ?? {};
const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type.find((each) => each !== 'null') : type);

/** Returns a sound value; of an object only what is required. */
function sample(schema: Schema, name: string, known: Known): unknown {
  if (name in known) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = choicesOf(schema);
  if (choices) return sample(firstOf(choices), name, known);
  switch (typeOf(schema)) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      return Object.fromEntries(required.map((key) => [key, sample(properties[key] as Schema, key, known)]));
    }
    case 'array':
      return [sample((schema.items ?? {}) as Schema, name, known)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    default: {
      if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format];
      const fits = (text: string) => !schema.pattern || new RegExp(schema.pattern, 'u').test(text);
      return TEXTS.find(fits) ?? 'Text';
    }
  }
}

const TOO_LONG_TO_TRY = 20_000;
/** One more than four bytes hold. */
export const FOUR_BYTES = 2 ** 31;

function boundsOf(schema: Schema): unknown[] {
  switch (typeOf(schema)) {
    case 'integer':
      return [schema.minimum ?? -FOUR_BYTES, schema.maximum ?? FOUR_BYTES, FOUR_BYTES, -1];
    case 'number':
      return [schema.minimum ?? -0.01, schema.maximum ?? 1e13, 1e15];
    case 'array': {
      const most = schema.maxItems ?? 1000;
      return [[], Array.from({ length: Math.min(most, 1000) + 1 }, () => null)];
    }
    case 'string': {
      const most = schema.maxLength ?? 2000;
      return ['', ESCAPE, LINES, ...(most > TOO_LONG_TO_TRY ? [] : ['é'.repeat(most), '7'.repeat(most)])];
    }
    default:
      return [null];
  }
}

/** Calls back with each field, at any depth, and its values. */
function eachField(schema: Schema, path: Path, found: (path: Path, schema: Schema) => void): void {
  const choices = choicesOf(schema);
  if (choices) {
    for (const choice of choices) eachField(choice, path, found);
    return;
  }
  if (path.length > 0 && schema.const === undefined && !schema.enum && typeOf(schema) !== 'object') {
    found(path, schema);
  }
  const { properties = {}, items } = schema;
  for (const [key, inner] of Object.entries(properties)) eachField(inner as Schema, [...path, key], found);
  if (items) eachField(items as Schema, [...path, 0], found);
}

/** Returns a copy with a value at a path; makes what is missing on the way to it. */
function withValue(input: unknown, schema: Schema, path: Path, value: unknown, known: Known): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const choices = choicesOf(schema);
  if (choices) {
    const inner = choices.find((choice) => typeof key === 'number' || key in (choice.properties ?? {}));
    return withValue(input, inner ?? {}, path, value, known);
  }
  const next = (typeof key === 'number' ? schema.items : schema.properties?.[key]) as Schema;
  const holder = (input ?? sample(schema, '', known)) as Record<string | number, unknown>;
  const inner = withValue(holder[key], next, rest, value, known);
  return Array.isArray(holder) ? [inner] : { ...holder, [key]: inner };
}

/** Returns requests with one field each at one of its bounds, or just beyond it. */
export function inputsAtBounds(schema: z.ZodObject, known: Known = {}): AtBound[] {
  const described = describe(schema);
  const sound = sample(described, '', known);
  const inputs: AtBound[] = [];
  eachField(described, [], (path, field) => {
    for (const value of boundsOf(field)) {
      const input = withValue(sound, described, path, value, known) as Record<string, unknown>;
      inputs.push({ path, value, input });
    }
  });
  return inputs;
}
