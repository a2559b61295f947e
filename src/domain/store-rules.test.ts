import { describe, expect, it } from 'vitest';
import {
  FIRST_STORE_SETTINGS,
  methodsOf,
  mustIncludeTax,
  sellsAtTill,
  taxExample,
  taxRuleOf,
} from './store-rules.ts';

const settings = {
  tax_rate: 1200,
  prices_include_tax: true,
  payment_methods: ['cash', 'card'] as const,
  features: { pos_enabled: false },
};

describe('a store whose settings were never saved', () => {
  it('charges 10 % on top and takes all five methods', () => {
    expect(taxRuleOf(null)).toEqual({ rate: 1000, pricesIncludeTax: false });
    expect(methodsOf(null)).toEqual(['cash', 'card', 'gcash', 'maya', 'bank_transfer']);
  });

  it('sells at a till, unless it is a warehouse', () => {
    expect(sellsAtTill({ is_warehouse: false, settings: null })).toBe(true);
    expect(sellsAtTill({ is_warehouse: true, settings: null })).toBe(false);
  });
});

describe('a store with settings', () => {
  it('does what they say', () => {
    expect(taxRuleOf(settings)).toEqual({ rate: 1200, pricesIncludeTax: true });
    expect(methodsOf(settings)).toEqual(['cash', 'card']);
    expect(sellsAtTill({ is_warehouse: false, settings })).toBe(false);
    const open = { ...settings, features: { pos_enabled: true } };
    expect(sellsAtTill({ is_warehouse: true, settings: open })).toBe(true);
  });
});

describe('the tax of new stores', () => {
  it('is in the prices where a tag must show the whole price', () => {
    expect([mustIncludeTax('Asia/Manila'), mustIncludeTax('Asia/Singapore')]).toEqual([true, false]);
    expect(FIRST_STORE_SETTINGS.prices_include_tax).toBe(true);
  });

  it.each([
    [1200, true, 'A tag of ₱10,000.00 charges ₱10,000.00; of it ₱1,071.43 is VAT'],
    [1200, false, 'A tag of ₱10,000.00 charges ₱11,200.00; ₱1,200.00 VAT is added'],
    [0, false, 'A tag of ₱10,000.00 charges ₱10,000.00'],
  ])('at %i basis points, included %s, is shown by an example', (rate, pricesIncludeTax, text) => {
    expect(taxExample({ rate, pricesIncludeTax })).toBe(text);
  });
});
