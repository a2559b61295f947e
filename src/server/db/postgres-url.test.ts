import { describe, expect, it } from 'vitest';
import { readPostgresUrl } from './postgres-url.ts';

const urlsIn = (url: string) => readPostgresUrl(url).hosts.map((host) => host.url);

describe('a PostgreSQL URL', () => {
  it('with one host is passed on as it is', () => {
    for (const url of [
      'postgres://u:p@h/shop',
      'postgresql:///shop',
      'postgres://u@localhost/shop?host=%2Frun%2Fpg',
    ]) {
      expect(urlsIn(url)).toEqual([url]);
      expect(readPostgresUrl(url).isAsked).toBe(true);
    }
  });

  it('names several hosts, each with its own port, in libpq’s form', () => {
    const { hosts, isAsked } = readPostgresUrl(
      'postgres://u:p%40ss@h1:5433,h2/shop?target_session_attrs=read-write&sslmode=require',
    );
    expect(hosts).toEqual([
      { name: 'h1:5433', url: 'postgres://u:p%40ss@h1:5433/shop?sslmode=require' },
      { name: 'h2', url: 'postgres://u:p%40ss@h2/shop?sslmode=require' },
    ]);
    expect(isAsked).toBe(true);
    expect(urlsIn('postgres://[::1]:1,[::2]:2/shop')).toEqual([
      'postgres://[::1]:1/shop',
      'postgres://[::2]:2/shop',
    ]);
    expect(urlsIn('postgres://u@%2Frun%2Fone,%2Frun%2Ftwo/shop')).toEqual([
      'postgres://u@%2Frun%2Fone/shop',
      'postgres://u@%2Frun%2Ftwo/shop',
    ]);
    expect(urlsIn('postgres://u@/shop?host=h1,h2&port=1,2')).toEqual([
      'postgres://u@/shop?host=h1&port=1',
      'postgres://u@/shop?host=h2&port=2',
    ]);
  });

  it('asks whether a host takes writes, also where it is alone, unless it is told not to', () => {
    const isAsked = (rest: string) => readPostgresUrl(`postgres://${rest}`).isAsked;
    expect(isAsked('h1,h2/shop')).toBe(true);
    expect(isAsked('h1,h2/shop?target_session_attrs=any')).toBe(false);
    expect(isAsked('h1/shop')).toBe(true);
    expect(isAsked('h1/shop?target_session_attrs=primary')).toBe(true);
    expect(isAsked('h1/shop?target_session_attrs=any')).toBe(false);
  });

  it.each([
    ['postgres://u:secret@h1,,h2/shop', 'no name for host 2'],
    ['postgres://u:secret@h1,h2:5x/shop', 'something else than a port after host 2'],
    ['postgres://u:secret@h1:70000/shop', 'something else than a port after host 1'],
    ['postgres://u:sec/ret@h1,h2/shop', 'something else than a port after host 1'],
    ['postgres://u:secret@h%1,h2/shop', 'a % in the name of host 1'],
    ['postgres://u:secret@/shop?host=a,b&port=1,2,3', '2 hosts and 3 ports'],
    ['postgres://u:secret@h1,h2/shop?target_session_attrs=standby', 'target_session_attrs'],
    ['postgres://u:sec#ret@h1/shop', 'cannot be read'],
  ])('that is wrong (%s) is refused in words without its password', (url, words) => {
    const read = () => readPostgresUrl(url);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/secret|:sec|ret@/);
  });
});
