import { z } from './zod.ts';
import { holdsBadge } from '#domain/approvals.ts';
import { GROUP_SEPARATOR } from '#domain/barcodes.ts';
import {
  AT_MOST_TWO_DECIMALS,
  basisPointsToPercent,
  centavosToPesos,
  formatAmount,
  percentToBasisPoints,
  pesosToCentavos,
} from '#domain/money.ts';
import { isOneLine, isSeveralLines, oneLine, severalLines } from '#domain/plain-text.ts';
import type { Permission } from '#domain/permissions.ts';
import { standardTin, TIN_REFUSAL } from '#domain/tin.ts';

// A codec's `meta` with a `type` describes it in the API's document: by its wire side, once, under its `id`.

/** Exact: rounding a number of two decimals to two decimals returns the number itself. */
const atMostTwoPlaces = (value: number) => Math.round(value * 100) / 100 === value;
const MAX_PESOS = 1_000_000_000;
/** The largest amount of a request, in centavos; sums of such amounts may be larger. */
export const MAX_AMOUNT = pesosToCentavos(MAX_PESOS);
export const AMOUNT_TOO_LARGE = `At most ${formatAmount(MAX_AMOUNT, 0)}`;
/** Pesos from which centavos lose precision; no sum of a shop comes near. */
const UNCOUNTABLE = 2 ** 53 / 100;

const wirePesos = z
  .number({ error: 'Invalid amount' })
  .lt(UNCOUNTABLE, { error: AMOUNT_TOO_LARGE, abort: true })
  .refine(atMostTwoPlaces, AT_MOST_TWO_DECIMALS);
const centavos = z.int({ error: 'Invalid amount' });
/** Without `multipleOf: 0.01`: validators divide floating-point numbers, and would refuse 1.13. */
const PESOS = { format: 'double', description: 'Philippine pesos, at most two decimals' };

/** Decimal pesos on the wire, integer centavos inside. */
export const money = z
  .codec(wirePesos, centavos, { decode: pesosToCentavos, encode: centavosToPesos })
  .meta({ id: 'Money', type: 'number', ...PESOS });

/** Like `money`, from zero to the largest amount of a request. */
export const moneyFromZero = z
  .codec(wirePesos.min(0, 'Invalid amount').max(MAX_PESOS, AMOUNT_TOO_LARGE), centavos, {
    decode: pesosToCentavos,
    encode: centavosToPesos,
  })
  .meta({ id: 'MoneyFromZero', type: 'number', minimum: 0, maximum: MAX_PESOS, ...PESOS });

/** Like `moneyFromZero`, with a field's own messages if it is missing or negative. */
export const moneyFromZeroOf = (label: string) =>
  z
    .codec(
      z
        .number({
          error: ({ input }) => (typeof input === 'number' ? 'Invalid amount' : `${label} is required`),
        })
        .min(0, `${label} cannot be negative`)
        .max(MAX_PESOS, AMOUNT_TOO_LARGE)
        .refine(atMostTwoPlaces, AT_MOST_TWO_DECIMALS),
      centavos,
      { decode: pesosToCentavos, encode: centavosToPesos },
    )
    .meta({ type: 'number', minimum: 0, maximum: MAX_PESOS, ...PESOS });

const PERCENT = {
  format: 'double',
  minimum: 0,
  maximum: 100,
  description: 'Percent, at most two decimals: 12 is twelve of a hundred',
};

/** Messages for a missing or invalid rate, and for one outside 0 to 100. */
type PercentText = { missing: string; outOfRange: string };

/** Like `percent`, with a field's own messages. */
export const percentOf = ({ missing, outOfRange }: PercentText) =>
  z
    .codec(
      z
        .number({ error: missing })
        .min(0, { error: outOfRange, abort: true })
        .max(100, { error: outOfRange, abort: true })
        .refine(atMostTwoPlaces, 'Percentages have at most two decimals'),
      z.int(),
      {
        decode: percentToBasisPoints,
        encode: basisPointsToPercent,
      },
    )
    .meta({ type: 'number', ...PERCENT });

/** Percent with at most two decimals on the wire, basis points inside. */
export const percent = percentOf({
  missing: 'Invalid percentage',
  outOfRange: 'A percentage is between 0 and 100',
}).meta({ id: 'Percent', type: 'number', ...PERCENT });

/** ISO 8601 on the wire, UTC epoch milliseconds inside. */
export const instant = z
  .codec(z.iso.datetime({ offset: true }), z.int(), {
    decode: (iso) => Date.parse(iso),
    encode: (milliseconds) => new Date(milliseconds).toISOString(),
  })
  .meta({
    id: 'Instant',
    type: 'string',
    format: 'date-time',
    description: 'A moment, in UTC as it is sent',
  });

/** Limits beyond which calendar arithmetic is not supported; no shop uses such years. */
const [FIRST_DATE, LAST_DATE] = ['1900-01-01', '2999-12-31'] as const;

/** `YYYY-MM-DD` on both sides; never an instant. */
export const calendarDate = z.iso
  .date({ error: 'Invalid date' })
  .refine((date) => date >= FIRST_DATE && date <= LAST_DATE, 'Invalid date')
  .meta({
    id: 'CalendarDate',
    type: 'string',
    format: 'date',
    description: `A day, from ${FIRST_DATE} to ${LAST_DATE}`,
  });

/** The largest id that every database engine holds in four bytes. */
const LARGEST_ID = 2 ** 31 - 1;

export const id = z.int().positive().max(LARGEST_ID).meta({ id: 'Id' });

type FieldText = string | ((issue: { readonly input?: unknown }) => string);

/** An id with a field's own text where it is missing, or none that can be. */
export const idOf = (error: FieldText) => z.int({ error }).positive({ error }).max(LARGEST_ID, { error });

/** How often something was changed or counted, as its reader saw it. */
export const seenCount = z.int().min(0).max(LARGEST_ID);

/** An id in a path or a query, where everything is text. */
export const idText = z
  .codec(z.string().regex(/^\d{1,10}$/), z.int().max(LARGEST_ID), { decode: Number, encode: String })
  .meta({ type: 'integer', minimum: 1, maximum: LARGEST_ID });
/** A whole number in a query; unlike an id it may be 0. */
export const countText = z
  .codec(z.string().regex(/^\d{1,10}$/), z.int().max(LARGEST_ID), { decode: Number, encode: String })
  .meta({ type: 'integer', minimum: 0, maximum: LARGEST_ID });

/** An amount of pesos in a query, integer centavos inside. */
export const pesosText = z
  .codec(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Invalid amount'), centavos, {
    decode: (text) => pesosToCentavos(Number(text)),
    encode: (amount) => String(centavosToPesos(amount)),
  })
  .meta({ type: 'number', minimum: 0, maximum: MAX_PESOS, ...PESOS });

const hasNoBadge = (text: string) => !holdsBadge(text);
const TAKE_BADGE_OUT = 'A badge was scanned in here. Take it out';

export const INVALID_CHARACTERS = 'Invalid characters';

/** Room for a TIN with the words that are written around it. */
const TIN_MAX = 50;

/** Optional text of one line; an empty one becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(oneLine)
    .max(max, `At most ${max} characters`)
    .refine(isOneLine, INVALID_CHARACTERS)
    .refine(hasNoBadge, TAKE_BADGE_OUT)
    .nullable()
    .overwrite((text) => text || null);

/** Like `optionalText`, of several lines. */
export const optionalLines = (max: number, tooLong = `At most ${max} characters`) =>
  z
    .string()
    .overwrite(severalLines)
    .max(max, tooLong)
    .refine(isSeveralLines, INVALID_CHARACTERS)
    .refine(hasNoBadge, TAKE_BADGE_OUT)
    .nullable()
    .overwrite((text) => text || null);

/** An optional TIN, as shops write it; in its standard form inside and when it is answered. */
export const optionalTin = () =>
  z
    .string()
    .max(TIN_MAX, { error: TIN_REFUSAL, abort: true })
    .overwrite((text) => standardTin(text) ?? oneLine(text))
    .refine((text) => text === '' || standardTin(text) !== null, TIN_REFUSAL)
    .nullable()
    .overwrite((text) => text || null);

/** The characters of a phone number. */
export const PHONE_SIGNS = /^[\d\s\-+()]+$/;

/** Returns the error text of a field: one for a missing value, one for a wrong type. */
export const missingOr =
  (missing: string, wrong: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null || input === '' ? missing : wrong;

/** Required text of one line; `label` is the field's name in its messages. */
export const requiredText = (
  label: string,
  max: number,
  tooLong = `${label} must be ${max} characters or less`,
) =>
  z
    .string({ error: missingOr(`${label} is required`, `${label} must be text`) })
    .overwrite(oneLine)
    .min(1, `${label} is required`)
    .max(max, tooLong)
    .refine(isOneLine, INVALID_CHARACTERS)
    .refine(hasNoBadge, TAKE_BADGE_OUT);

/** `true` or `false` in a query. */
export const flagText = z
  .codec(z.enum(['true', 'false', '1', '0']), z.boolean(), {
    decode: (text) => text === 'true' || text === '1',
    encode: (flag): 'true' | 'false' => (flag ? 'true' : 'false'),
  })
  .meta({ type: 'boolean' });

/** A required reason, of several lines. */
export const reason = (message: string) =>
  z
    .string({ error: message })
    .overwrite(severalLines)
    .min(1, message)
    .max(500)
    .refine(isSeveralLines, INVALID_CHARACTERS)
    .refine(hasNoBadge, TAKE_BADGE_OUT);

/** The maximum length of a scanned code. */
export const SCAN_CODE_MAX = 200;

const asScanned = (sign: string) => (sign === GROUP_SEPARATOR || isOneLine(sign) ? sign : ' ');

/** A code as a scanner sends it: of control characters, only the separators of a GS1 code are left. */
export const scanCode = (error: string) =>
  z
    .string({ error })
    .overwrite((code) => [...code].map(asScanned).join('').trim())
    .min(1, { error })
    .max(SCAN_CODE_MAX);

/** The key in the schema's meta, also written to the API's document. */
const PERMISSION = 'x-permission';

/**
 * A field permission: the server leaves the field out of every answer to callers without it, at any depth, and refuses
 * it from them as an unknown field.
 */
export const fieldPermission = <S extends z.ZodType>(permission: Permission, schema: S) =>
  schema.optional().meta({ [PERMISSION]: permission });

/** Returns the field permission of a schema; null without one. */
export const permissionFor = (schema: z.core.$ZodType): Permission | null =>
  (z.globalRegistry.get(schema)?.[PERMISSION] as Permission | undefined) ?? null;
