import { expect, it } from 'vitest';
import { money } from '#contract/codecs.ts';
import { z } from '#contract/zod.ts';
import { jsonColumn } from './json-column.ts';

const settings = z.object({ least: money, days: z.array(z.string()) });
const readSettings = () => jsonColumn(settings);

it('a text is read once, another one anew', () => {
  const read = readSettings();
  const text = '{"least":1.5,"days":["monday"]}';
  expect(read(text)).toEqual({ least: 150, days: ['monday'] });
  expect(read(text)).toBe(read(text));
  expect(read('{"least":2.5,"days":["monday"]}')).toEqual({ least: 250, days: ['monday'] });
  expect(read(text).least).toBe(150);
});

it('what is shared can be changed by nobody', () => {
  const { days } = readSettings()('{"least":1,"days":[]}');
  expect(() => days.push('friday')).toThrow(TypeError);
});

it('a text of another shape is refused each time', () => {
  const read = readSettings();
  for (let times = 0; times < 2; times += 1) expect(() => read('{"least":"1"}')).toThrow(z.ZodError);
});
