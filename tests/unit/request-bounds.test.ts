import { expect, it } from 'vitest';
import type { Route } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';
import { z } from '#contract/zod.ts';
import { ESCAPE, FOUR_BYTES, inputsAtBounds, LINES } from '#tests/support/bounds.ts';

/** What is compared or looked up, and never stored; a till's text of a sale is, with every character escaped. */
const NOT_STORED =
  /^(known\..*|\w*password\w*|pin|badge|token|code|codes\.0|units\.0\.code|batch_code|body|epoch)$/;
/** What people write in several lines. */
const OF_LINES = /(^|\.)(\w*reason|notes?|(\w+_)?address|description|receipt_header|receipt_footer|text)$/;

const routes: Route[] = Object.values(contract).flatMap((module) => Object.values(module));
const inputs = routes.flatMap(({ method, path, body }) =>
  body === undefined
    ? []
    : inputsAtBounds(body).map((input) => ({
        ...input,
        body,
        field: input.path.join('.'),
        call: `${method} ${path}`,
      })),
);

/** True for a field that stores a text without its control characters. */
function isReplaced(
  body: z.ZodType,
  [name = '', ...within]: readonly PropertyKey[],
  value: unknown,
): boolean {
  const field: unknown = body instanceof z.ZodObject && within.length === 0 ? body.shape[String(name)] : null;
  const kept = field instanceof z.ZodType ? field.safeParse(value).data : value;
  return typeof kept === 'string' && !/\p{Cc}/u.test(kept);
}

/** Returns the fields that take a value, but for those that are never stored. */
function takersOf(wanted: unknown): string[] {
  const takers = inputs.filter(({ value, field, path, body, input }) => {
    if (value !== wanted || NOT_STORED.test(field)) return false;
    if (isReplaced(body, path, value)) return false;
    const issues = body.safeParse(input).error?.issues ?? [];
    return !issues.some((issue) => path.slice(0, issue.path.length).join('.') === issue.path.join('.'));
  });
  return [...new Set(takers.map(({ call, field }) => `${call} ${field}`))];
}

it('the fields of all requests are tried', () => {
  expect(new Set(inputs.map(({ call, field }) => `${call} ${field}`)).size).toBeGreaterThan(300);
});

it('no field takes a whole number that PostgreSQL’s four bytes cannot hold', () => {
  expect(takersOf(FOUR_BYTES)).toEqual([]);
});

it('no text takes a control character', () => {
  expect(takersOf(ESCAPE)).toEqual([]);
});

it('a text takes a line feed where people write several lines, and nowhere else', () => {
  expect(takersOf(LINES).filter((taker) => !OF_LINES.test(taker.split(' ').at(-1) ?? ''))).toEqual([]);
  expect(takersOf(LINES)).toContain('POST /customers notes');
});
