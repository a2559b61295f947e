import { describe, expect, it } from 'vitest';
import { z } from './zod.ts';

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('a rule without words of its own', () => {
  it.each([
    [z.string(), undefined, 'This field is required'],
    [z.enum(['cash', 'card']), undefined, 'This field is required'],
    [z.string().min(1), '', 'This field is required'],
    [z.string(), 7, 'Must be text'],
    [z.number(), '7', 'Must be a number'],
    [z.int(), 0.5, 'Must be a whole number'],
    [z.boolean(), 'yes', 'Must be true or false'],
    [z.array(z.string()), {}, 'Must be a list'],
    [z.strictObject({}), [], 'Must be an object'],
    [z.string().max(3), 'four', 'Must have at most 3 characters'],
    [z.string().min(2), 'a', 'Must have at least 2 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 entry'],
    [z.array(z.string()).min(2), ['a'], 'Must have at least 2 entries'],
    [z.number().max(5), 6, 'Must be at most 5'],
    [z.int(), 2 ** 53, 'Must be at most 9007199254740991'],
    [z.number().min(1), 0, 'Must be at least 1'],
    [z.number().positive(), 0, 'Must be more than 0'],
    [z.number().negative(), 0, 'Must be less than 0'],
    [z.enum(['cash', 'card']), 'gold', 'Must be one of cash, card'],
    [z.literal('draft'), 'sold', 'Must be draft'],
    [z.strictObject({}), { a: 1 }, 'This field is not known'],
    [z.string().regex(/^\d+$/), 'x', 'Invalid value'],
    [z.union([z.string(), z.number()]), true, 'Invalid value'],
  ])('%#: is refused in plain words', (schema, value, text) => {
    expect(said(schema, value)).toEqual([text]);
  });

  it('keeps the words that it has', () => {
    expect(said(z.string({ error: 'Name is required' }), undefined)).toEqual(['Name is required']);
    expect(said(z.string().max(3, 'Too long for a name'), 'four')).toEqual(['Too long for a name']);
  });
});
