import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tables } from '#server/db/tables.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  createDraft,
  expectDone,
  openDraft,
  openPaidDraft,
  pay,
  saveDraft,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import {
  makeCustomer,
  makeGroups,
  makeSettings,
  makeShop,
  makeStaff,
  makeStore,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

const percentage = (value: number, reason = 'Open box') => ({ type: 'percentage', value, reason });
const fixed = (value: number, reason = 'Scratch') => ({ type: 'fixed', value, reason });

const setPrices = (
  { database }: TestServer,
  { variation }: Shop,
  prices: Partial<Pick<Tables['product_variations'], 'retail_price' | 'wholesale_price' | 'minimum_price'>>,
) =>
  database.write((writer) =>
    writer.updateTable('product_variations').set(prices).where('id', '=', variation.id).execute(),
  );

onEveryEngine('discounts', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    // Without a minimum price no discount is too high.
    await setPrices(server, shop, { minimum_price: null });
    till = await signIn(server.url, shop.seller.email);
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const item = (discounts: object[] | undefined, index = 0, extra: object = {}) => ({
    inventory_item_id: unitId(index),
    discounts,
    ...extra,
  });

  it('of lines and cart are taken off, kept, and read again', async () => {
    const items = [item([percentage(10), fixed(25.5)]), item(undefined, 1)];
    const draft = await openDraft(till, [], { items, discounts: [percentage(5, 'Loyal customer')] });
    // 1000 − 100 − 25.50 = 874.50; with 1000 more, less 5 % (93.73), is 1780.77; and 10 % tax.
    expect(draft).toMatchObject({
      subtotal: 2000,
      discounts: [percentage(5, 'Loyal customer')],
      discount_amount: 219.23,
      taxable_amount: 1780.77,
      tax_amount: 178.08,
      total_amount: 1958.85,
      transaction_items: [
        {
          price: 1000,
          discounts: [percentage(10), fixed(25.5)],
          discount_amount: 125.5,
          discount_reason: 'Open box −10%, Scratch',
          final_price: 874.5,
        },
        { price: 1000, discounts: [], discount_amount: 0, discount_reason: null, final_price: 1000 },
      ],
    });
    const ids = (discounts: readonly { id?: number | undefined }[] = []) => discounts.map(({ id }) => id);
    expect([ids(draft.transaction_items[0]?.discounts), ids(draft.discounts)]).toEqual([[1, 2], [1]]);
    expect(expectDone(await till.get<WireTransaction>(`/transactions/${draft.id}`))).toMatchObject({
      transaction_items: draft.transaction_items,
      discounts: draft.discounts,
      discount_amount: draft.discount_amount,
    });
  });

  it('of the cart stay when they are not named and go when none are; those of a line go either way', async () => {
    const items = [item([fixed(100)])];
    const { id } = await openDraft(till, [], { items, discounts: [fixed(50, 'Coupon')] });
    const save = async (body: object) =>
      expectDone(await saveDraft<WireTransaction>(till, id, [unitId()], body));
    const kept = await save({});
    expect(kept).toMatchObject({ discounts: [fixed(50, 'Coupon')], discount_amount: 50 });
    expect(kept.transaction_items[0]).toMatchObject({ discounts: [], discount_reason: null });
    expect(await save({ discounts: [] })).toMatchObject({ discounts: [], discount_amount: 0 });
    const changed = await save({ items, discounts: [percentage(1)] });
    expect(changed).toMatchObject({ discount_amount: 109, total_amount: 980.1 });
  });

  it('of an older caller are one fixed discount a line', async () => {
    const items = [
      { inventory_item_id: unitId(0), discount_amount: 80, discount_reason: ' Dent ' },
      { inventory_item_id: unitId(1), discount_amount: 20 },
      { inventory_item_id: unitId(2), discount_amount: 0, discount_reason: '' },
    ];
    const draft = await openDraft(till, [], { items, discount_amount: 100, total_amount: 3190 });
    expect(draft.transaction_items).toMatchObject([
      { discounts: [fixed(80, 'Dent')], discount_amount: 80, discount_reason: 'Dent', final_price: 920 },
      { discounts: [fixed(20, 'Discount')], discount_reason: 'Discount', final_price: 980 },
      { discounts: [], discount_reason: null, final_price: 1000 },
    ]);
  });

  it('of an older caller are refused where they have a reason and no amount', async () => {
    for (const discount of [{}, { discount_amount: 0 }, { discount_amount: 80, discounts: [fixed(80)] }]) {
      const items = [item(undefined, 0, { ...discount, discount_reason: 'Dent' })];
      const { status, body } = await createDraft(till, [], { items });
      expect([status, body.errors]).toEqual([
        422,
        { 'items.0.discount_reason': ['There is no discount for this reason'] },
      ]);
    }
  });

  it('take a line to nothing and not below', async () => {
    const items = [item([fixed(1500)]), { inventory_item_id: unitId(1), discount_amount: 1000.01 }];
    const draft = await openDraft(till, [], { items, discounts: [fixed(10)] });
    expect(draft).toMatchObject({ discount_amount: 2000, tax_amount: 0, total_amount: 0 });
    expect(draft.transaction_items.map((line) => [line.discount_amount, line.final_price])).toEqual([
      [1000, 0],
      [1000, 0],
    ]);
    expect((await addPayment(till, draft.id, { method: 'cash', amount: 1 })).status).toBe(201);
    expect((await complete(till, draft.id)).body.message).toBe('Cart total must be greater than 0');
  });

  it.each([
    ['total discount', { discount_amount: 90 }],
    ['total', { total_amount: 1000 }],
    ['tax', { tax_amount: 100 }],
  ])('are refused, naming the right total, when the screen showed another %s', async (_, figures) => {
    const answer = await createDraft(till, [], { items: [item([fixed(100)])], ...figures });
    expect(answer).toMatchObject({ status: 422, body: { code: 'total_changed', total_amount: 990 } });
  });

  it('are refused when the screen showed another amount for a line', async () => {
    const items = (discount_amount: number) => [item([percentage(10)], 0, { discount_amount, price: 1000 })];
    const refused = await createDraft(till, [], { items: items(99.99) });
    expect([refused.status, refused.body.code]).toEqual([422, 'total_changed']);
    const right = { items: items(100), subtotal: 1000, discount_amount: 100, tax_amount: 90 };
    await openDraft(till, [], { ...right, total_amount: 990 });
  });

  it.each<[string, object, string, string | null]>([
    ['more than 100 %', percentage(100.01), 'value', null],
    ['0 %', percentage(0), 'value', 'Discount must be greater than 0'],
    ['a third place', percentage(1.005), 'value', null],
    ['nothing off', fixed(0), 'value', 'Discount must be greater than 0'],
    ['something on top', fixed(-1), 'value', 'Invalid amount'],
    ['a text as its value', { ...fixed(1), value: '1' }, 'value', 'Invalid amount'],
    ['no reason', { type: 'fixed', value: 1 }, 'reason', 'Reason required'],
    ['a blank reason', fixed(1, '  '), 'reason', 'Reason required'],
    ['null as its reason', { ...fixed(1), reason: null }, 'reason', 'Reason required'],
    ['another type', { ...fixed(1), type: 'gift' }, 'type', null],
    ['an unknown key', { ...fixed(1), id: 1 }, 'id', null],
  ])('with %s are refused on that field', async (_, discount, field, message) => {
    const ofLine = await createDraft(till, [], { items: [item([fixed(1), discount])] });
    expect(ofLine.status).toBe(422);
    expect(Object.keys(ofLine.body.errors ?? {})).toEqual([`items.0.discounts.1.${field}`]);
    if (message !== null) expect(ofLine.body.message).toBe(message);
    const ofCart = await createDraft(till, [unitId()], { discounts: [discount] });
    expect(Object.keys(ofCart.body.errors ?? {})).toEqual([`discounts.0.${field}`]);
  });

  it('are at most five on a line and five on a cart', async () => {
    const five = Array.from({ length: 5 }, () => fixed(1));
    await openDraft(till, [], { items: [item(five)], discounts: five });
    const six = [...five, fixed(1)];
    const ofLine = await createDraft(till, [], { items: [item(six, 1)] });
    expect(Object.keys(ofLine.body.errors ?? {})).toEqual(['items.0.discounts']);
    const ofCart = await createDraft(till, [unitId(1)], { discounts: six });
    expect([ofCart.status, Object.keys(ofCart.body.errors ?? {})]).toEqual([422, ['discounts']]);
  });

  it('stand on the completed sale and its receipt, and are reckoned with when prices are found again', async () => {
    const extra = { items: [item([percentage(10)])], discounts: [fixed(50, 'Coupon')] };
    const draft = await openPaidDraft(till, [], extra);
    await setPrices(server, shop, { retail_price: 110_000 });
    expect(await complete(till, draft.id)).toMatchObject({
      status: 422,
      body: { code: 'total_changed', total_amount: 1034 },
    });
    await setPrices(server, shop, { retail_price: 100_000 });
    const { transaction, receipt } = expectDone(await complete<WireSale>(till, draft.id));
    expect(transaction).toMatchObject({
      status: 'completed',
      discount_amount: 150,
      total_amount: 935,
      discounts: [fixed(50, 'Coupon')],
      transaction_items: [{ discounts: [percentage(10)], final_price: 900 }],
    });
    expect(receipt).toMatchObject({ discount_amount: 150, total_amount: 935 });
  });

  it('that lower a paid total let no payment but cash exceed it', async () => {
    const draft = await openDraft(till, [unitId()]);
    await pay(till, draft.id, { method: 'card', amount: 1100, reference_number: 'slip 1' });
    expectDone(await saveDraft(till, draft.id, [], { items: [item([fixed(100)])] }));
    expect((await complete(till, draft.id)).body.message).toContain('exceed the total by ₱110.00');
  });
});

onEveryEngine('the lowest price', (start) => {
  let server: TestServer;
  let groups: Awaited<ReturnType<typeof makeGroups>>;
  let shop: Shop;
  let seller: Caller;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    groups = await makeGroups(server.database);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till: seller, manager } = await openShop(server));
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const item = (off: number, index = 0) => ({
    inventory_item_id: unitId(index),
    discounts: off ? [fixed(off)] : [],
  });
  const below = (lowest: string, units: number[]) => {
    const { product, name } = shop.variation;
    const message = `${product.name} ${name} cannot be sold below ${lowest}`;
    return {
      status: 422,
      body: { code: 'price_floor', message, errors: { discounts: [message] }, inventory_item_ids: units },
    };
  };

  it('may be reached, and passed by a manager only', async () => {
    const make = (by: Caller, off: number) => createDraft(by, [], { items: [item(off)] });
    expect(await make(seller, 100.01)).toMatchObject(below('₱900.00', [unitId()]));
    expect((await seller.post(`/pos/inventory/${unitId()}/unlock`)).status).toBe(200);
    expect((await make(seller, 100)).status).toBe(201);
    expect((await createDraft(manager, [], { items: [item(500, 1)] })).status).toBe(201);
  });

  it('counts a line’s share of the cart’s discounts', async () => {
    const items = [item(60, 0), item(0, 1)];
    // 940 and 1000 share 80: about 38.76 and 41.24.
    const { id } = expectDone(
      await createDraft<WireTransaction>(seller, [], { items, discounts: [fixed(80)] }),
    );
    expectDone(await seller.delete(`/transactions/${id}`, {}));
    const answer = await createDraft(seller, [], { items, discounts: [fixed(90)] });
    expect(answer).toMatchObject(below('₱900.00', [unitId(0)]));
    const both = await createDraft(seller, [], { items, discounts: [percentage(50)] });
    expect(both).toMatchObject(below('₱900.00', [unitId(0), unitId(1)]));
  });

  it('holds for an older caller’s amounts, too', async () => {
    const items = [{ inventory_item_id: unitId(), discount_amount: 101 }];
    expect(await createDraft(seller, [], { items })).toMatchObject(below('₱900.00', [unitId()]));
  });

  it('holds for a group’s price, which a manager allows once for a cart, and for no discount besides', async () => {
    await setPrices(server, shop, { wholesale_price: 85_000 });
    const buyer = await makeCustomer(server.database, { customer_group_id: groups.wholesale.id });
    const { product, name } = shop.variation;
    const message = `${product.name} ${name} costs ₱850.00 for this customer’s group, less than its lowest price of ₱900.00`;
    const ofGroup = (units: number[]) => ({
      status: 422,
      body: {
        code: 'price_floor',
        message,
        errors: { customer_id: [message] },
        inventory_item_ids: units,
        low_price: { price: 850, lowest_price: 900, is_group_price: true },
      },
    });
    const draft = await openDraft(seller, [unitId()]);
    const save = (by: Caller, units: number[], extra: object = {}) =>
      saveDraft<WireTransaction>(by, draft.id, units, { customer_id: buyer.id, ...extra });
    expect(await save(seller, [unitId()])).toMatchObject(ofGroup([unitId()]));
    expect(await createDraft(seller, [unitId(1)], { customer_id: buyer.id })).toMatchObject(
      ofGroup([unitId(1)]),
    );
    expectDone(await manager.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    expect(expectDone(await save(manager, [unitId()])).subtotal).toBe(850);
    expectDone(await seller.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    expect(expectDone(await save(seller, [unitId(0), unitId(2)])).subtotal).toBe(1700);
    const deeper = { items: [item(0), item(0.01, 2)] };
    expect(await save(seller, [], deeper)).toMatchObject(ofGroup([unitId(2)]));
    // The low price was the group's: a walk-in has no approval for it, and comes back to the group without one.
    const walkIn = { items: [item(150)], customer_id: null };
    expect(await save(seller, [], walkIn)).toMatchObject(below('₱900.00', [unitId()]));
    expectDone(await save(seller, [unitId()], { customer_id: null }));
    expect(await save(seller, [unitId()])).toMatchObject(ofGroup([unitId()]));
  });

  it('is not passed by what a customer’s former group paid, nor by a lowest price that rose since', async () => {
    await setPrices(server, shop, { wholesale_price: 85_000 });
    const buyer = await makeCustomer(server.database, { customer_group_id: groups.wholesale.id });
    const draft = await openDraft(manager, [unitId()], { customer_id: buyer.id });
    expectDone(await seller.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    await server.database.write((writer) =>
      writer
        .updateTable('customers')
        .set({ customer_group_id: groups.regular.id })
        .where('id', '=', buyer.id)
        .execute(),
    );
    const save = (off: number) => saveDraft(seller, draft.id, [], { items: [item(off)] });
    expect(await save(150)).toMatchObject(below('₱900.00', [unitId()]));
    expect((await save(50)).status).toBe(200);
    await setPrices(server, shop, { minimum_price: 96_000 });
    expect(await save(50)).toMatchObject(below('₱960.00', [unitId()]));
  });

  it('stays passed in a draft that a manager let pass, but goes no lower and for no other unit', async () => {
    const draft = await openDraft(manager, [], { items: [item(200)] });
    const save = (items: object[], extra: object = {}) =>
      saveDraft<WireTransaction>(seller, draft.id, [], { items, ...extra });
    expectDone(await seller.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    expect((await save([item(200), item(0, 1)])).body).toMatchObject({ items_count: 2, subtotal: 2000 });
    expect(await save([item(200.01), item(0, 1)])).toMatchObject(below('₱900.00', [unitId(0)]));
    expect(await save([item(200), item(101, 1)])).toMatchObject(below('₱900.00', [unitId(1)]));
    expect(await save([item(200), item(0, 1)], { discounts: [fixed(10)] })).toMatchObject(
      below('₱900.00', [unitId(0)]),
    );
    expect((await save([item(150), item(100, 1)])).status).toBe(200);
    // A removed discount is no longer approved.
    expect(await save([item(200), item(0, 1)])).toMatchObject(below('₱900.00', [unitId(0)]));
    const sale = await seller.get<WireTransaction>(`/transactions/${draft.id}`);
    await pay(seller, draft.id, { method: 'cash', amount: sale.body.total_amount });
    expect((await complete(seller, draft.id)).status).toBe(200);
  });

  it('is passed for the reason that was agreed to: only who may give such a discount changes that', async () => {
    const scratched = { items: [item(150)], discounts: [fixed(20, 'Regular')] };
    const draft = await openDraft(manager, [], scratched);
    expectDone(await seller.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    const line = (discounts: object[]) => ({ items: [{ inventory_item_id: unitId(), discounts }] });
    const save = (by: Caller, extra: object) =>
      saveDraft<WireTransaction>(by, draft.id, [], { discounts: [fixed(20, 'Regular')], ...extra });
    const refusedAt = (field: string) => ({
      status: 422,
      body: { code: 'price_floor', errors: { [field]: [expect.stringContaining('change its reason')] } },
    });
    const ofLine = 'items.0.discounts.0.reason';
    expect(await save(seller, line([fixed(150, 'Friend')]))).toMatchObject(refusedAt(ofLine));
    expect(await save(seller, line([fixed(149, 'Friend')]))).toMatchObject(refusedAt(ofLine));
    expect(await save(seller, { items: [item(150)], discounts: [fixed(20, 'Friend')] })).toMatchObject(
      refusedAt('discounts.0.reason'),
    );
    expect((await save(seller, line([fixed(149)]))).status).toBe(200);
    // At or above the lowest price a salesperson may give discounts for any reason.
    expect((await save(seller, line([fixed(50, 'Friend')]))).status).toBe(200);
    expectDone(await manager.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    expect((await save(manager, line([fixed(150, 'Dented')]))).status).toBe(200);
  });

  it('does not hold where none was set', async () => {
    await setPrices(server, shop, { minimum_price: null });
    expect((await createDraft(seller, [], { items: [item(1000)] })).status).toBe(201);
  });
});

type WireDiscount = { type: 'percentage' | 'fixed'; value: string };
type WorkedSale = {
  name: string;
  tax_rate: string;
  prices_include_tax: boolean;
  lines: { price: string; discounts: WireDiscount[] }[];
  cart_discounts: WireDiscount[];
  expected: {
    lines: { discount_amount: string; final_price: string }[];
    subtotal: string;
    discount_amount: string;
    taxable_amount: string;
    tax_amount: string;
    total_amount: string;
    points: number;
  };
};

const fixture = new URL('../fixtures/worked-sales.json', import.meta.url);
const worked = (JSON.parse(readFileSync(fixture, 'utf8')) as { sales: WorkedSale[] }).sales;

onEveryEngine('the worked sales over the API', (start) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
    const home = await makeStore(server.database);
    const { email } = await makeStaff(server.database, { store_id: home.id, role: 'admin' });
    admin = await signIn(server.url, email);
  });
  afterAll(() => server.close());

  const asked = ({ type, value }: WireDiscount) => ({ type, value: Number(value), reason: 'Worked' });

  async function makeWorkedShop({ tax_rate, prices_include_tax, lines }: WorkedSale) {
    const settings_json = makeSettings({
      tax_rate: Math.round(Number(tax_rate) * 100),
      prices_include_tax,
    });
    const store = await makeStore(server.database, { settings_json });
    const items = [];
    for (const { price, discounts } of lines) {
      const variation = await makeVariation(server.database, {
        retail_price: Math.round(Number(price) * 100),
        minimum_price: null,
      });
      const units = { count: 1, store_id: store.id, product_variation_id: variation.id };
      const [unit] = await makeUnits(server.database, units);
      items.push({ inventory_item_id: unit?.id, discounts: discounts.map(asked) });
    }
    return { storeId: store.id, items, customer: await makeCustomer(server.database) };
  }

  describe.each(worked.map((sale) => [sale.name, sale] as const))('%s', (_, sale) => {
    it('comes to the same figures, as a draft and completed', async () => {
      const { storeId, items, customer } = await makeWorkedShop(sale);
      const figures = {
        subtotal: Number(sale.expected.subtotal),
        discount_amount: Number(sale.expected.discount_amount),
        tax_amount: Number(sale.expected.tax_amount),
        total_amount: Number(sale.expected.total_amount),
      };
      const body = { items, customer_id: customer.id, discounts: sale.cart_discounts.map(asked), ...figures };
      const draft = expectDone(await admin.post<WireTransaction>('/transactions', body, { storeId }));
      const lines = sale.expected.lines.map((line) => ({
        discount_amount: Number(line.discount_amount),
        final_price: Number(line.final_price),
      }));
      const taxable_amount = Number(sale.expected.taxable_amount);
      expect(draft).toMatchObject({ ...figures, taxable_amount, transaction_items: lines });

      const cash = { method: 'cash', amount: figures.total_amount };
      expectDone(await admin.post(`/transactions/${draft.id}/payments`, cash, { storeId }));
      const done = expectDone(await complete<WireSale>(admin, draft.id, { storeId }));
      expect(done.transaction).toMatchObject({
        ...figures,
        points_earned: sale.expected.points,
        customer: { loyalty_points: sale.expected.points },
      });
      expect(done.receipt).toMatchObject({ ...figures, taxable_amount });
    });
  });
});
