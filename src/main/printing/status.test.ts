import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printerConditions } from '#bridge/printing.ts';
import { askStatus, conditionOf, obstacle, readAnswers, type StatusAnswers } from './status.ts';

const byte = fc.integer({ min: 0, max: 255 });
const realTime = byte.map((any) => (any & ~0x93) | 0x12);
const inOrder = byte.map((any) => any & ~0x90);
/** A status that the printer sends unasked: its first byte, then three that look like answers in order. */
const automatic = fc
  .tuple(byte, inOrder, inOrder, inOrder)
  .map(([first, ...rest]) => [(first & ~0x93) | 0x10, ...rest]);
/** Flow control, and bytes that are no answer. */
const garbage = byte.filter((any) => (any & 0x90) !== 0 && (any & 0x93) !== 0x12 && (any & 0x93) !== 0x10);

/** Splits a stream into any pieces: reads end anywhere. */
const inPieces = (bytes: number[], cuts: number[]) => {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  return [...ends, bytes.length].map((end, index, all) =>
    Uint8Array.from(bytes.slice(all[index - 1] ?? 0, end)),
  );
};

describe('reading what a printer says', () => {
  it('finds every answer amid garbage and statuses sent unasked, in any pieces, and never throws', () => {
    const piece = fc.oneof(
      realTime.map((one) => ({ bytes: [one], answer: { kind: 'real_time', byte: one } })),
      inOrder.map((one) => ({ bytes: [one], answer: { kind: 'in_order', byte: one } })),
      automatic.map((bytes) => ({ bytes, answer: null })),
      garbage.map((one) => ({ bytes: [one], answer: null })),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (pieces, cuts) => {
          const read = readAnswers();
          const bytes = pieces.flatMap((one) => one.bytes);
          const answers = inPieces(bytes, cuts).flatMap((part) => read(part));
          expect(answers).toEqual(pieces.flatMap(({ answer }) => (answer ? [answer] : [])));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('hears an answer in real time in the middle of a status sent unasked', () => {
    const read = readAnswers();
    expect(read(Uint8Array.of(0x10, 0x00, 0x12, 0x0f, 0x40, 0x03))).toEqual([
      { kind: 'real_time', byte: 0x12 },
      { kind: 'in_order', byte: 0x03 },
    ]);
  });
});

describe('the condition', () => {
  it.each<[string, StatusAnswers]>([
    ['unknown', {}],
    ['ready', { 1: 0x12, 2: 0x12, 3: 0x12, 4: 0x12 }],
    ['ready', { 1: 0x16 }],
    ['paper_low', { 1: 0x12, 2: 0x12, 3: 0x12, 4: 0x1e }],
    ['out_of_paper', { 1: 0x1a, 2: 0x32, 3: 0x12, 4: 0x7e }],
    ['out_of_paper', { 1: 0x12, 2: 0x12, 3: 0x12, 4: 0x72 }],
    ['cover_open', { 1: 0x1a, 2: 0x16, 3: 0x12, 4: 0x12 }],
    ['cover_open', { 1: 0x1a, 2: 0x36, 3: 0x12, 4: 0x72 }],
    ['cutter_error', { 1: 0x1a, 2: 0x52, 3: 0x1a, 4: 0x12 }],
    ['error', { 1: 0x1a, 2: 0x52, 3: 0x32, 4: 0x12 }],
    ['offline', { 1: 0x1a, 2: 0x12, 3: 0x12, 4: 0x12 }],
  ])('is %s for the answers %o', (condition, answers) => {
    expect(conditionOf(answers)).toBe(condition);
  });

  it('is one of the known ones, with words exactly when it keeps from printing, whatever is answered', () => {
    const answers = fc.record({ 1: realTime, 2: realTime, 3: realTime, 4: realTime }, { requiredKeys: [] });
    fc.assert(
      fc.property(answers, (said) => {
        const condition = conditionOf(said);
        expect(printerConditions).toContain(condition);
        expect(obstacle(condition) === null).toBe(['ready', 'paper_low', 'unknown'].includes(condition));
      }),
    );
  });
});

it('asks with DLE EOT n', () => {
  expect([...askStatus(4)]).toEqual([0x10, 0x04, 4]);
});
