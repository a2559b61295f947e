// Compares two descriptions of the API: what a program that was written for the older one sends and reads must still work.

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> };
};

function resolve<T extends { $ref?: string }>(document: Description, node: T): T {
  if (node.$ref === undefined) return node;
  const [kind, name] = node.$ref.split('/').slice(-2) as ['schemas' | 'parameters', string];
  const found = document.components?.[kind]?.[name];
  if (!found) throw new Error(`${node.$ref} leads nowhere`);
  return resolve(document, found as unknown as T);
}

/** A schema with the document that its references are in. */
type Place = { document: Description; schema: Schema };
const enter = ({ document }: Place, schema: Schema): Place => ({
  document,
  schema: resolve(document, schema),
});

const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

type Pair = readonly [Schema, Schema];

/**
 * Returns why a value of `given` may not be one of `wanted`; empty if each is. `strict` refuses unknown properties,
 * `within` are the pairs around this one: a schema may hold itself.
 */
function misfits(
  given: Place,
  wanted: Place,
  strict: boolean,
  at: string,
  within: readonly Pair[] = [],
): string[] {
  const [a, b] = [given.schema, wanted.schema];
  if (within.some(([more, less]) => more === a && less === b)) return [];
  const inner = (more: Schema, less: Schema, name: string) =>
    misfits(enter(given, more), enter(wanted, less), strict, `${at}${name}`, [...within, [a, b]]);
  const alternatives = a.anyOf ?? a.oneOf;
  if (alternatives) return alternatives.flatMap((one) => inner(one, b, ''));
  const choices = b.anyOf ?? b.oneOf;
  if (choices) {
    const tried = choices.map((one) => inner(a, one, ''));
    return tried.some((found) => found.length === 0)
      ? []
      : (tried.toSorted((x, y) => x.length - y.length)[0] ?? []);
  }
  const found: string[] = [];
  const say = (text: string) => found.push(`${at} ${text}`);
  const valuesOf = ({ enum: listed, const: only }: Schema) => listed ?? (only === undefined ? null : [only]);
  const [own, allowed] = [valuesOf(a), valuesOf(b)];
  if (allowed) {
    const strange = own?.filter((value) => !allowed.includes(value)) ?? ['any other value'];
    if (strange.length > 0) say(`may be ${strange.join(', ')}`);
    return found;
  }
  const typesOf = ({ type }: Schema) => (type === undefined ? null : [type].flat());
  const [types, takenTypes] = [typesOf(a), typesOf(b)];
  const isTaken = (type: string) =>
    takenTypes?.includes(type) === true || (type === 'integer' && takenTypes?.includes('number') === true);
  if (takenTypes && types && !types.every(isTaken)) say(`is ${types.join('|')}, not ${takenTypes.join('|')}`);
  for (const bound of LOWER)
    if ((a[bound] ?? -Infinity) < (b[bound] ?? -Infinity)) say(`may be below ${bound} ${b[bound]}`);
  for (const bound of UPPER)
    if ((a[bound] ?? Infinity) > (b[bound] ?? Infinity)) say(`may be above ${bound} ${b[bound]}`);
  for (const word of ['pattern', 'format'] as const)
    if (b[word] !== undefined && own === null && a[word] !== b[word])
      say(`has another ${word}, not ${b[word]}`);
  if (a.items && b.items) found.push(...inner(a.items, b.items, '[]'));
  for (const name of b.required ?? []) if (!a.required?.includes(name)) say(`may lack ${name}`);
  for (const [name, property] of Object.entries(a.properties ?? {})) {
    const taken = b.properties?.[name];
    if (taken) found.push(...inner(property, taken, `.${name}`));
    else if (strict && b.properties && typeof b.additionalProperties !== 'object')
      say(`no longer takes ${name}`);
  }
  return found;
}

const parametersOf = (document: Description, { parameters = [] }: Operation) =>
  new Map(
    parameters
      .map((parameter) => resolve(document, parameter))
      .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter] as const),
  );

/** Returns what a program written for `older` would meet at `newer`: one line each. */
export function incompatibilities(older: Description, newer: Description): string[] {
  return Object.entries(older.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = newer.paths[path]?.[method];
      if (!now) return [`${at} is gone`];
      const sent = (old: Schema, own: Schema, name: string) =>
        misfits(
          { document: older, schema: resolve(older, old) },
          { document: newer, schema: resolve(newer, own) },
          true,
          `${at} ${name}`,
        );
      const known = parametersOf(older, before);
      const taken = parametersOf(newer, now);
      const found = [...known].flatMap(([name, old]) => {
        const own = taken.get(name);
        return own ? sent(old.schema, own.schema, name) : [`${at} no longer takes ${name}`];
      });
      for (const [name, { required }] of taken)
        if (required && !known.get(name)?.required) found.push(`${at} needs ${name}`);
      for (const [type, { schema }] of Object.entries(before.requestBody?.content ?? {})) {
        const own = now.requestBody?.content[type]?.schema;
        if (schema && own) found.push(...sent(schema, own, 'body'));
        else if (schema) found.push(`${at} no longer takes ${type}`);
      }
      if (!before.requestBody && now.requestBody) found.push(`${at} needs a body`);
      for (const [status, answer] of Object.entries(before.responses)) {
        if (!status.startsWith('2')) continue;
        const answered = now.responses[status];
        if (!answered) found.push(`${at} no longer answers ${status}`);
        for (const [type, { schema }] of Object.entries(answer.content ?? {})) {
          const own = answered?.content?.[type]?.schema;
          if (!schema) continue;
          if (!own) found.push(`${at} no longer answers ${type}`);
          else
            found.push(
              ...misfits(
                { document: newer, schema: resolve(newer, own) },
                { document: older, schema: resolve(older, schema) },
                false,
                `${at} answer`,
              ),
            );
        }
      }
      return found;
    }),
  );
}

const WORDS = ['description', 'summary', 'example', 'tags', 'security', 'operationId', 'x-permission'];

/** Returns what of a description is compared: calls, what they take and answer when they succeed, without any words. */
export function comparedPart({ paths, components }: Description): Description {
  const isCompared = ([key]: [string, unknown]) => !WORDS.includes(key) && !/^[345]\d\d$/.test(key);
  const compared = (node: unknown, isNamed = false): unknown => {
    if (Array.isArray(node)) return node.map((one) => compared(one));
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter((entry) => isNamed || isCompared(entry));
    return Object.fromEntries(kept.map(([key, inner]) => [key, compared(inner, key === 'properties')]));
  };
  const shown = compared(paths) as Description['paths'];
  const { schemas = {}, parameters = {} } = components ?? {};
  const all = { schemas: compared(schemas, true), parameters: compared(parameters, true) };
  return { paths: shown, components: all as Description['components'] };
}
