import { describe, expect, it } from 'vitest';
import { methodsOf, sellsAtTill, taxRuleOf } from './store-rules.ts';

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
