import { z } from '#contract/zod.ts';
import { permissionFor } from '#contract/codecs.ts';
import type { Permission } from '#domain/permissions.ts';

type Path = readonly PropertyKey[];
/** True if the caller has a permission. */
export type May = (permission: Permission) => boolean;
/** Removes from a wire value what the caller may not see; adds the paths of removed fields to `found`. */
type Sieve = (value: unknown, may: May, found: Path[], path: Path) => unknown;

const GONE = Symbol('removed');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function siftEntries(value: unknown, path: Path, sift: (key: string, inner: unknown, path: Path) => unknown) {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sift(key, inner, [...path, key])]);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== GONE)) as unknown;
}

function siftObject(shape: Readonly<Record<string, z.core.$ZodType>>): Sieve | null {
  const sieves = new Map<string, Sieve>();
  for (const [key, schema] of Object.entries(shape)) {
    const sieve = sieveOf(schema);
    if (sieve) sieves.set(key, sieve);
  }
  if (sieves.size === 0) return null;
  return (value, may, found, path) =>
    siftEntries(value, path, (key, inner, at) => sieves.get(key)?.(inner, may, found, at) ?? inner);
}

function siftRecord(schema: z.core.$ZodType): Sieve | null {
  const sieve = sieveOf(schema);
  return (
    sieve &&
    ((value, may, found, path) => siftEntries(value, path, (_key, inner, at) => sieve(inner, may, found, at)))
  );
}

function siftArray(schema: z.core.$ZodType): Sieve | null {
  const sieve = sieveOf(schema);
  return (
    sieve &&
    ((value, may, found, path) =>
      Array.isArray(value)
        ? value
            .map((item, index) => sieve(item, may, found, [...path, index]))
            .filter((item) => item !== GONE)
        : value)
  );
}

/** Hides a field that any of several shapes hides from all of them. */
function siftAll(schemas: readonly z.core.$ZodType[]): Sieve | null {
  const sieves = schemas.map(sieveOf).filter((sieve) => sieve !== null);
  if (sieves.length === 0) return null;
  return (value, may, found, path) =>
    sieves.reduce((left, sieve) => (left === GONE ? GONE : sieve(left, may, found, path)), value);
}

/** Looks inside a shape, as it is on the wire. */
function siftInside(schema: z.core.$ZodType): Sieve | null {
  if (schema instanceof z.ZodObject) return siftObject(schema.shape as Record<string, z.core.$ZodType>);
  if (schema instanceof z.ZodArray) return siftArray(schema.element as z.core.$ZodType);
  if (schema instanceof z.ZodRecord) return siftRecord(schema.valueType as z.core.$ZodType);
  if (schema instanceof z.ZodUnion) return siftAll(schema.options as z.core.$ZodType[]);
  if (schema instanceof z.ZodIntersection) return siftAll([schema.def.left, schema.def.right]);
  if (schema instanceof z.ZodPipe) return siftAll([schema.in as z.core.$ZodType]);
  const { def } = schema._zod;
  if ('innerType' in def) return sieveOf(def.innerType as z.core.$ZodType);
  if (OPAQUE.includes(def.type)) throw new Error(`A field permission cannot be told in a ${def.type}`);
  return null;
}
const OPAQUE: readonly string[] = ['lazy', 'map', 'set', 'promise', 'tuple'];

const sieves = new WeakMap<z.core.$ZodType, { sieve: Sieve | null }>();

/** Returns the sieve of a schema; null if it hides nothing. */
function sieveOf(schema: z.core.$ZodType): Sieve | null {
  const known = sieves.get(schema);
  if (known) return known.sieve;
  const inside = siftInside(schema);
  const permission = permissionFor(schema);
  const sieve: Sieve | null =
    permission === null
      ? inside
      : (value, may, found, path) => {
          if (may(permission)) return inside ? inside(value, may, found, path) : value;
          found.push(path);
          return GONE;
        };
  sieves.set(schema, { sieve });
  return sieve;
}

/** Returns a wire value without the fields that the caller may not see, and their paths. */
export function applyFieldPermissions(
  schema: z.ZodType,
  value: unknown,
  may: May,
): { value: unknown; removed: Path[] } {
  const removed: Path[] = [];
  const sieve = sieveOf(schema);
  return { value: sieve ? sieve(value, may, removed, []) : value, removed };
}
