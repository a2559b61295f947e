import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Enrolment, OfflineCompletion, ShiftToOpen } from '#bridge/offline-sales.ts';
import type { SecretStore, Vault } from '#main/app/secret-store.ts';
import type { Clocks } from '#main/offline/till-clock.ts';

// What tests of sales without the server begin with.

export const SERVER_TIME = Date.UTC(2026, 10, 28, 6);

export const enrolment: Enrolment = {
  store_id: 1,
  store_code: 'MNL-01',
  till_id: 2,
  till_code: 'T2',
  till_name: 'Front',
  till_key: '0123456789abcdef',
};

export const rules = {
  enabled: true,
  hours: 24,
  max_total: null,
  methods: ['cash' as const, 'gcash' as const],
};

type Cart = OfflineCompletion['cart'];

let carts = 0;

/** A sale of one phone for 1,000 pesos in cash; each has another unit and cart. */
export function aCompletion(
  cart: Partial<Cart> = {},
  overrides: Partial<OfflineCompletion> = {},
): OfflineCompletion {
  carts += 1;
  return {
    cart_key: `cart-${carts}`,
    cart: {
      store_id: 1,
      staff_id: 7,
      shift_id: 5,
      draft: null,
      completion_key: null,
      customer_id: null,
      lines: [
        {
          key: `u${1000 + carts}`,
          kind: 'unit',
          inventory_item_id: 1000 + carts,
          product_variation_id: 3,
          scanned_code: String(356938035640000 + carts),
          name: 'Phone X',
          serial_number: null,
          imei: String(356938035640000 + carts),
          imei2: null,
          category: 'new',
          condition_rating: null,
          price: 1000,
          discounts: [],
          discount_amount: 0,
          final_price: 1000,
          tax_kind: 'vatable',
          note: null,
          sold_by_id: null,
        },
      ],
      discounts: [],
      subtotal: 1000,
      discount_amount: 0,
      taxable_amount: 892.86,
      tax_rate: 12,
      prices_include_tax: true,
      tax_amount: 107.14,
      total_amount: 1000,
      payments: [
        {
          method: 'cash',
          amount: 1500,
          status: 'completed',
          reference_number: null,
          expected_date: null,
          notes: null,
        },
      ],
      change_due: 500,
      cash_rounding: 0,
      buyer_name: null,
      buyer_tin: null,
      buyer_address: null,
      receipt_email: null,
      ...cart,
    },
    receipt: JSON.stringify({ shop_name: 'Gadgets', total_amount: 100_000 }),
    rules,
    ...overrides,
  };
}

/** A payment by a wallet, with its reference. */
export const gcash = (reference_number: string): Cart['payments'][number] => ({
  method: 'gcash',
  amount: 1000,
  status: 'pending',
  reference_number,
  expected_date: null,
  notes: null,
});

/** A shift that is opened with 3,000 pesos. */
export const aShift = (changes: Partial<ShiftToOpen> = {}): ShiftToOpen => ({
  store_id: 1,
  staff: { id: 7, name: 'Joel Cruz' },
  amount: 300_000,
  denominations: { bill_1000: 3 },
  rules,
  ...changes,
});

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'offline-sales-'));

/** A key store in memory, for the secrets of one computer. */
export function memorySecrets(): (file: string) => Promise<SecretStore> {
  const kept = new Map<string, string>();
  return (file) =>
    Promise.resolve({
      read: () => kept.get(file) ?? null,
      write: (secret) => {
        if (secret === null) kept.delete(file);
        else kept.set(file, secret);
      },
    });
}

/** Clocks that stand until they are moved. */
export function handClocks(wall = SERVER_TIME) {
  const at = { wall, uptime: 5_000_000 };
  const clocks: Clocks = { wall: () => at.wall, uptime: () => at.uptime };
  return {
    clocks,
    /** Time passes. */
    pass: (milliseconds: number) => {
      at.wall += milliseconds;
      at.uptime += milliseconds;
    },
    /** Somebody sets the computer's clock. */
    set: (milliseconds: number) => {
      at.wall += milliseconds;
    },
    /** The computer was off: its uptime begins anew. */
    restart: (off = 0) => {
      at.wall += off;
      at.uptime = 1000;
    },
  };
}

/** A key store that writes what it is given, for processes that are started anew. */
export const plainVault: Vault = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(text)),
  decryptStringAsync: (bytes) => Promise.resolve({ result: bytes.toString(), shouldReEncrypt: false }),
};

/** A cart that is the same in every process: its name, and the id of its one unit. */
export type SoldCart = { cart_key: string; unit: number };

export function soldCart({ cart_key, unit }: SoldCart): OfflineCompletion {
  const { cart, ...rest } = aCompletion();
  const lines = cart.lines.map((line) => ({
    ...line,
    key: `u${unit}`,
    inventory_item_id: unit,
    scanned_code: String(unit),
    imei: null,
  }));
  return { ...rest, cart_key, cart: { ...cart, lines } };
}
