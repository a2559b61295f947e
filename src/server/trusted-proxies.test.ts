import { expect, it } from 'vitest';
import { readTrustedProxies } from './trusted-proxies.ts';

it('reads addresses and networks, with commas or spaces between them', () => {
  expect(readTrustedProxies(' 10.0.0.5,172.18.0.0/16  2001:db8::5, fd00::/8,')).toEqual([
    '10.0.0.5',
    '172.18.0.0/16',
    '2001:db8::5',
    'fd00::/8',
  ]);
  expect(readTrustedProxies(undefined)).toEqual([]);
  expect(readTrustedProxies('')).toEqual([]);
});

it.each(['proxy.local', '10.0.0', '0.0.0.0/0', '10.0.0.5/33', 'fd00::/129', '10.0.0.0/8/8', 'true', '*'])(
  'refuses %s in words',
  (entry) => {
    expect(() => readTrustedProxies(`10.0.0.5, ${entry}`)).toThrow(
      `TRUST_PROXY is a list of addresses, such as 10.0.0.5 or 172.18.0.0/16; “${entry}” is none`,
    );
  },
);
