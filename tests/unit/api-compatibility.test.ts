import { describe, expect, it } from 'vitest';
import { contract } from '#contract/index.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import {
  comparedPart,
  incompatibilities,
  type Description,
  type Schema,
} from '#tests/support/api-compatibility.ts';
import { keptApi, keptVersions } from '#tests/support/kept-versions.ts';

/** Differences from a kept version that were decided, each with its reason. */
const DECIDED: [RegExp, string][] = [
  [
    / body\.\S+ (may be (above maximum 2147483647|below minimum 0)|is number, not integer)$/,
    'no row has such a number',
  ],
  [/ answer\S*\.customer (may lack phone|is object, not null)$/, 'needs customers.view'],
  // Tills are told the nearest one that they know: src/server/http/older-tills.ts.
  [/ answer\S*permissions\[\] may be transactions\.review$/, 'a new permission'],
  [/ answer\S*\.status may be reserved, on_hold$/, 'new states of units'],
  [
    /\/inventory\/\{itemId\} answer\.life\[\]\.kind may be cleared, given_back, sold_without_server, sold_twice$/,
    'new events of units',
  ],
  [/ answer\S*\.(disposition|went_to) may be none$/, 'a line that was settled without its unit'],
  [/\/counts\/\S* answer\S*\.place\.kind may be on_hold$/, 'a new place of units'],
  [/\/(shifts|cash-movements)\S* answer\S*\bkind may be trade_in$/, 'a new movement of cash'],
  [/\/shifts\/current answer\.shift is object, not null$/, 'its movements may be of that kind'],
  [/ answer\S*\.method may be trade_in, exchange$/, 'new methods of payment'],
  [/\/imports\S* answer\S*\.state may be (undoing, undone|undone, kept)$/, 'new states of imports'],
  [/\/transfers\/\S* answer\S*\.outcome may be all_scanned, barcode$/, 'new outcomes of a scan'],
  [/^GET \/api\/v1\/media\/\{mediaId\} no longer answers image\/\*$/, 'names the types of pictures'],
];

describe.each(keptVersions)('a program that was written for version %s', (version) => {
  it('is served by this one', () => {
    const now = comparedPart(openApiDocument(contract, { version }) as Description);
    const found = incompatibilities(keptApi(version), now);
    expect(found.filter((text) => !DECIDED.some(([decided]) => decided.test(text)))).toEqual([]);
  });
});

describe('the comparison of two versions', () => {
  const unit: Schema = {
    type: 'object',
    properties: { id: { type: 'integer' }, note: { type: 'string', maxLength: 50 } },
    required: ['id'],
  };
  const described = (body: Schema, answer: Schema = unit, query: object[] = []): Description =>
    ({
      paths: {
        '/units': {
          post: {
            parameters: query,
            requestBody: { content: { json: { schema: body } } },
            responses: { '200': { content: { json: { schema: answer } } } },
          },
        },
      },
    }) as Description;
  const without = (name: 'id' | 'note') => {
    const left = Object.entries(unit.properties ?? {}).filter(([own]) => own !== name);
    return { ...unit, properties: Object.fromEntries(left), required: [] };
  };
  const state = (...values: string[]): Schema => ({ type: 'string', enum: values });

  it.each([
    ['a call that is gone', described(unit), { paths: {} }, 'POST /units is gone'],
    [
      'a field that is no longer taken',
      described(unit),
      described(without('note')),
      'body no longer takes note',
    ],
    [
      'a field that is needed',
      described(without('note')),
      described({ ...unit, required: ['note'] }),
      'body may lack note',
    ],
    [
      'a shorter text',
      described(unit),
      described({ ...unit, properties: { ...unit.properties, note: { type: 'string', maxLength: 20 } } }),
      'body.note may be above maxLength 20',
    ],
    [
      'a value that is no longer taken',
      described(state('new', 'used')),
      described(state('new')),
      'body may be used',
    ],
    ['an answer without a field', described(unit), described(unit, without('id')), 'answer may lack id'],
    [
      'an answer of another type',
      described(unit),
      described(unit, { ...unit, properties: { ...unit.properties, id: { type: 'string' } } }),
      'answer.id is string, not integer',
    ],
    [
      'an answer of another state',
      described(unit, state('new')),
      described(unit, state('new', 'reserved')),
      'answer may be reserved',
    ],
    [
      'a parameter that is needed',
      described(unit),
      described(unit, unit, [{ in: 'query', name: 'store', required: true, schema: { type: 'string' } }]),
      'needs query store',
    ],
  ])('finds %s', (_, older, newer, text) => {
    expect(incompatibilities(older, newer)).toEqual([expect.stringContaining(text)]);
  });

  it('finds what is gone far inside, also of a schema that holds itself', () => {
    const lists = Array.from({ length: 20 });
    const inLists = (schema: Schema) =>
      described(
        unit,
        lists.reduce<Schema>((inner) => ({ type: 'array', items: inner }), schema),
      );
    expect(incompatibilities(inLists(unit), inLists(without('id')))).toHaveLength(1);
    const tree = (node: Schema): Description => {
      const whole = {
        ...node,
        properties: { ...node.properties, below: { $ref: '#/components/schemas/Tree' } },
      };
      return {
        ...described(unit, { $ref: '#/components/schemas/Tree' }),
        components: { schemas: { Tree: whole } },
      };
    };
    expect(incompatibilities(tree(unit), tree(unit))).toEqual([]);
    expect(incompatibilities(tree(unit), tree(without('id')))).toEqual([
      expect.stringContaining('answer may lack id'),
    ]);
  });

  it('finds nothing in what was added', () => {
    const more = { ...unit, properties: { ...unit.properties, color: { type: 'string' } } };
    expect(incompatibilities(described(unit), described(more, more))).toEqual([]);
  });
});
