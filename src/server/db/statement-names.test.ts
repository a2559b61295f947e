import { describe, expect, it } from 'vitest';
import { createStatementNames } from './statement-names.ts';

const TEXT = 'select 1 where $1 = 1';

function namesThatWarn() {
  const warned: string[] = [];
  return { names: createStatementNames((message) => warned.push(message)), warned };
}

describe('the names of prepared statements', () => {
  it('are made of the text, so that two servers name it alike', () => {
    const [one, other] = [namesThatWarn().names, namesThatWarn().names];
    for (const names of [one, other]) names.give(TEXT, [1]);
    expect(one.nameOf(TEXT)).toMatch(/^t0_\S{24}$/);
    expect(one.nameOf(TEXT)).toBe(other.nameOf(TEXT));
  });

  it('are given to none that was not asked to be prepared, nor to one that binds a long list', () => {
    const { names } = namesThatWarn();
    names.give('long', Array.from({ length: 61 }));
    expect([names.nameOf(TEXT), names.nameOf('long')]).toEqual([undefined, undefined]);
  });

  it('are others once a table has changed beneath a plan', () => {
    const { names, warned } = namesThatWarn();
    names.give(TEXT, [1]);
    const before = names.nameOf(TEXT);
    expect(names.isAboutName('0A000')).toBe(true);
    names.give(TEXT, [1]);
    expect(names.nameOf(TEXT)).not.toBe(before);
    expect(warned).toEqual([]);
  });

  it.each(['42P05', '26000'])(
    'end behind a pooler that mixes up connections (%s), which is said once',
    (code) => {
      const { names, warned } = namesThatWarn();
      names.give(TEXT, [1]);
      expect([names.isAboutName(code), names.isAboutName(code)]).toEqual([true, true]);
      names.give(TEXT, [1]);
      expect(names.nameOf(TEXT)).toBeUndefined();
      expect(warned).toHaveLength(1);
    },
  );

  it('have nothing to do with another error', () => {
    const { names } = namesThatWarn();
    names.give(TEXT, [1]);
    expect(names.isAboutName('40001')).toBe(false);
    expect(names.nameOf(TEXT)).toBeDefined();
  });
});
