import { describe, expect, it } from 'vitest';
import { customers } from '#contract/customers.ts';
import { products } from '#contract/products.ts';
import { transactions } from '#contract/transactions.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { narrowedBy, readAddress, withoutFilters, writeAddress, type AddressRules } from './list-address.ts';

const shape = customers.list.query;
const sales = transactions.list.query;
type Sales = AddressRules<RouteInput<typeof transactions.list>['query']>;
const month: Sales = { defaults: { start_date: '2026-11-01', end_date: '2026-11-21', sort: '-date' } };
const at = (text: string) => new URLSearchParams(text);

describe('a list’s address', () => {
  it('is read by the route’s own schema', () => {
    const asked = readAddress(shape, at('search=ana&customer_group_id=3&min_points=0&page=2'));
    expect(asked).toEqual({ search: 'ana', customer_group_id: 3, min_points: 0, page: 2 });
  });

  it('counts what it does not understand as absent', () => {
    expect(
      readAddress(shape, at('customer_group_id=three&max_points=-1&page=x&search=%20&unknown=1')),
    ).toEqual({});
    expect(readAddress(sales, at('status=sold&start_date=2026-02-30&all_stores=maybe&sort=name'))).toEqual(
      {},
    );
  });

  it('keeps lists by name as the specification writes them', () => {
    const goods = products.list.query;
    const attributes = { Color: ['Black', 'Blue'], Storage: ['256 GB'] };
    const written = writeAddress(goods, at('attributes[Size][]=L&search=a'), { attributes });
    expect(written.getAll('attributes[Color][]')).toEqual(['Black', 'Blue']);
    expect(readAddress(goods, written)).toEqual({ search: 'a', attributes });
    expect(narrowedBy(goods, { attributes })).toEqual(['attributes']);
    expect(String(writeAddress(goods, written, withoutFilters(goods)))).toBe('');
    expect(readAddress(goods, at('attributes=Black&attributes[Color]=Black'))).toEqual({});
  });

  it('takes page 0 for the first page, and id 0 for no filter', () => {
    expect(readAddress(shape, at('page=0&customer_group_id=0&min_points=0'))).toEqual({ min_points: 0 });
  });

  it('cuts an over-long search to what the server takes', () => {
    expect(readAddress(shape, at(`search=${'a'.repeat(140)}`))).toEqual({ search: 'a'.repeat(100) });
  });

  it('reads an absent key as its default, and an empty one as nothing', () => {
    expect(readAddress(sales, at(''), month)).toEqual(month.defaults);
    expect(readAddress(sales, at('start_date=&end_date=2026-10-05'), month)).toEqual({
      end_date: '2026-10-05',
      sort: '-date',
    });
  });

  it('leaves out what this person cannot use', () => {
    const asked = readAddress(sales, at('all_stores=true&store_id=2'), { without: ['all_stores'] });
    expect(asked).toEqual({ store_id: 2 });
  });

  it('is written as the wire has it, without what goes without saying', () => {
    const next = writeAddress(sales, at('search=12&status=void'), { all_stores: true, status: null }, month);
    expect(next.toString()).toBe('search=12&all_stores=true');
    const open = writeAddress(sales, at(''), { start_date: null, sort: '-date' }, month);
    expect(open.toString()).toBe('start_date=');
    expect(writeAddress(sales, open, { start_date: '2026-11-01' }, month).toString()).toBe('');
  });

  it('is narrowed by filters alone, not by order, place or what widens the list', () => {
    const rules: Sales = { ...month, widening: ['all_stores'] };
    const narrowed = (text: string) => narrowedBy(sales, readAddress(sales, at(text), rules), rules);
    expect(narrowed('page=2&sort=total&all_stores=true')).toEqual([]);
    expect(narrowed('status=void')).toEqual(['status']);
    expect(narrowed('end_date=')).toEqual(['end_date']);
  });

  it('is cleared of its filters, keeping order and what widens the list', () => {
    const rules: Sales = { ...month, widening: ['all_stores'] };
    const cleared = writeAddress(
      sales,
      at('search=1&start_date=&all_stores=true&sort=total&staff=Ana'),
      withoutFilters(sales, rules),
      rules,
    );
    expect(cleared.toString()).toBe('all_stores=true&sort=total');
  });
});
