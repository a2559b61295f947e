import { describe, expect, it } from 'vitest';
import { EMPTY_CART, unheld, type Cart, type CartLine } from '#domain/cart.ts';
import { isKnownLine, notWithoutServer, whyCartNotOffline } from './why-not.ts';

const prices = { retail_price: 100_00, member_price: null, wholesale_price: null, minimum_price: 80_00 };
const line: CartLine = {
  inventory_item_id: 7,
  product_variation_id: 3,
  product_name: 'iPhone 17',
  variation_name: '256 GB Black',
  serial_number: null,
  imei: '356789104523417',
  price: 100_00,
  prices,
  discounts: [],
  lock_expires_at: null,
  lost: null,
};
const held = { ...line, lock_expires_at: 1 };
const scanned = { ...line, scanned_code: '356789104523417' };
const cartOf = (...lines: CartLine[]): Cart => ({ ...EMPTY_CART, lines });
const draft = { id: 1, number: 'MNL-01-D000001', version: 1, saved_at: 0 };

describe('a cart without the server', () => {
  it('is sold with lines that the server had confirmed, also before a restart, and with scanned ones', () => {
    expect(whyCartNotOffline(cartOf(held, { ...scanned, inventory_item_id: 8 }))).toBeNull();
    expect(isKnownLine(unheld(held))).toBe(true);
    expect(isKnownLine(unheld(line))).toBe(false);
  });

  it('names the line that was only chosen from a list', () => {
    expect(whyCartNotOffline(cartOf(held, line))).toBe(
      'iPhone 17 was not scanned here: scan its code, or remove it',
    );
  });

  it('names who has a line in a cart, first, as scanning it does not help', () => {
    const elsewhere = { ...line, inventory_item_id: 8, held_by: 'Joel Cruz' };
    expect(whyCartNotOffline(cartOf(line, elsewhere))).toBe(
      'iPhone 17: Joel Cruz had it in a cart when the connection went: remove it, or sell it when the connection is back',
    );
    expect(whyCartNotOffline(cartOf({ ...elsewhere, reserved_for: 'MNL-01-D000012' }))).toBe(
      'iPhone 17: It was reserved for MNL-01-D000012 (Joel Cruz) when the connection went: remove it, and complete that draft when the connection is back',
    );
    expect(whyCartNotOffline(cartOf({ ...scanned, held_by: 'Joel Cruz' }))).toBeNull();
  });

  it('is not sold with saved payments, in an exchange, with a lost line, or below a lowest price', () => {
    expect(whyCartNotOffline({ ...cartOf(held), draft: { ...draft, paid: 1 } })).toBe(
      notWithoutServer.payments,
    );
    const exchange = { number: 'MNL-01-000001' } as NonNullable<Cart['exchange']>;
    expect(whyCartNotOffline({ ...cartOf(held), exchange })).toBe(notWithoutServer.exchange);
    expect(whyCartNotOffline(cartOf({ ...held, lost: 'Sold meanwhile' }))).toBe(notWithoutServer.lost);
    const discounts = [{ type: 'percentage', value: 3000, reason: null }] as const;
    expect(whyCartNotOffline(cartOf({ ...scanned, discounts }))).toBe(
      'iPhone 17 is below its lowest price: that needs the connection',
    );
  });
});
