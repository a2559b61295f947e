import { describe, expect, it } from 'vitest';
import { isOlder, isVersion } from './version.ts';

// The order of semver.org's examples (sections 11.2 to 11.4), and more.
const inOrder = [
  '0.1.0',
  '0.1.9',
  '0.1.10',
  '0.2.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '2.0.0',
  '2.1.0',
  '2.1.1',
  '10.0.0',
];

describe('a version', () => {
  it('is older than each that comes after it, and than no other', () => {
    for (const [at, version] of inOrder.entries()) {
      expect(inOrder.filter((other) => isOlder(version, other))).toEqual(inOrder.slice(at + 1));
    }
  });

  it('is the same whatever it was built from', () => {
    expect(isOlder('1.0.0+build.1', '1.0.0+build.2')).toBe(false);
    expect(isOlder('1.0.0+build.1', '1.0.1')).toBe(true);
  });

  it.each(['', '1', '1.0', 'v1.0.0', '1.0.0.0', '1.0.x', ' 1.0.0', '1.0.0-', '1.0.0-a..b', '-1.0.0'])(
    'is not %j, which is neither older nor newer',
    (text) => {
      expect(isVersion(text)).toBe(false);
      expect([isOlder(text, '9.9.9'), isOlder('0.0.1', text)]).toEqual([false, false]);
    },
  );
});
