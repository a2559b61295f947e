import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type Answer, type Caller, type Refusal, type SignedIn } from '#tests/support/http.ts';
import { TIN_REFUSAL } from '#domain/tin.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  createDraft,
  expectDone,
  findUnitRow,
  openDraft,
  openPaidDraft,
  pay,
  type WireSale,
} from '#tests/support/selling.ts';
import { atDevice, makeTill, openShift } from '#tests/support/shifts.ts';
import { makeGroups, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';
import { everyDay, saveSettings, settingsForm, type WireSettings } from '#tests/support/store-settings.ts';

type WireStore = { id: number; settings: WireSettings | null };

onEveryEngine('the settings of a store', (start) => {
  let server: TestServer | null = null;
  let shop: Shop;
  let till: SignedIn;
  let manager: SignedIn;
  beforeEach(async () => {
    server ??= await start();
    ({ shop, till, manager } = await openShop(server));
    await setRow({ settings_json: null });
  });
  afterAll(() => server?.close());

  const running = () => server as TestServer;
  const setRow = (values: { settings_json?: string | null; is_active?: 0 | 1 }) =>
    running().database.write((writer) =>
      writer.updateTable('stores').set(values).where('id', '=', shop.store.id).execute(),
    );
  const path = (storeId = shop.store.id) => `/stores/${storeId}/settings`;
  const put = (settings: object, known?: object, caller = manager) =>
    caller.put<WireStore & Refusal>(path(), { settings, ...(known ? { known } : {}) });
  const stored = async () => expectDone(await manager.get<WireStore>(path())).settings;
  const unitId = (index: number) => shop.units[index]?.id ?? 0;
  const personAs = async (
    role: 'admin' | 'regional_manager' | 'salesperson' | 'store_manager',
    storeId = shop.store.id,
  ) => signIn(running().url, (await makeStaff(running().database, { store_id: storeId, role })).email);

  it('are null until they are saved first, and then what was saved', async () => {
    expect(await stored()).toBeNull();
    const sent = settingsForm({
      hours: {
        ...everyDay({ open: '10:00', close: '19:30' }),
        sunday: { open: '10:00', close: '18:00', closed: true },
      },
      payment_methods: ['maya', 'cash', 'cash'],
      tax_rate: 8.25,
      prices_include_tax: true,
      default_customer_group: 'vip',
      receipt_footer: '  Thank you, come again!  ',
    });
    const saved = { ...sent, payment_methods: ['cash', 'maya'], receipt_footer: 'Thank you, come again!' };
    expect(expectDone(await put(sent)).settings).toEqual(saved);
    expect(await stored()).toEqual(saved);
  });

  it.each<[string, object, string, string]>([
    ['no tax rate', { tax_rate: undefined }, 'tax_rate', 'Tax rate is required'],
    ['a tax rate of nothing', { tax_rate: null }, 'tax_rate', 'Tax rate is required'],
    ['a tax rate below 0', { tax_rate: -0.01 }, 'tax_rate', 'Tax rate must be between 0 and 100'],
    ['a tax rate above 100', { tax_rate: 100.01 }, 'tax_rate', 'Tax rate must be between 0 and 100'],
    ['three decimals', { tax_rate: 12.345 }, 'tax_rate', 'Percentages have at most two decimals'],
    [
      'no payment method',
      { payment_methods: [] },
      'payment_methods',
      'At least one payment method is required',
    ],
    [
      'no payment methods at all',
      { payment_methods: undefined },
      'payment_methods',
      'At least one payment method is required',
    ],
    [
      'a footer of 201 characters',
      { receipt_footer: 'x'.repeat(201) },
      'receipt_footer',
      'Receipt footer must be 200 characters or less',
    ],
    ['a TIN of ten digits', { tin: '123-456-7890' }, 'tin', TIN_REFUSAL],
    ['a TIN of other text', { tin: 'none' }, 'tin', TIN_REFUSAL],
    ['a TIN with a control character', { tin: '123456789\u0000' }, 'tin', TIN_REFUSAL],
    ['a TIN of 51 characters', { tin: '123456789'.padEnd(51) + '1' }, 'tin', TIN_REFUSAL],
    [
      'a registered name of 201 characters',
      { registered_name: 'x'.repeat(201) },
      'registered_name',
      'At most 200 characters',
    ],
    [
      'a registered name of two lines',
      { registered_name: 'One\nTwo' },
      'registered_name',
      'Invalid characters',
    ],
    [
      'further lines of 201 characters',
      { receipt_header: 'x'.repeat(201) },
      'receipt_header',
      'Further lines must be 200 characters or less',
    ],
    [
      'no default customer group',
      { default_customer_group: undefined },
      'default_customer_group',
      'Default customer group is required',
    ],
    [
      'a group that is none',
      { default_customer_group: 'gold' },
      'default_customer_group',
      'Default customer group is required',
    ],
    [
      'a day that closes when it opens',
      {
        hours: { ...everyDay({ open: '09:00', close: '21:00' }), friday: { open: '09:00', close: '09:00' } },
      },
      'hours.friday.close',
      'Must be after the opening time',
    ],
    [
      'a time that is none',
      { hours: { ...everyDay({ open: '09:00', close: '21:00' }), monday: { open: '24:00', close: '9' } } },
      'hours.monday.open',
      'Enter a time such as 09:00',
    ],
  ])('refuse %s on its field', async (_, wrong, field, message) => {
    const refused = await put({ ...settingsForm(), ...wrong });
    expect([refused.status, refused.body.errors?.[`settings.${field}`]]).toEqual([422, [message]]);
    expect(await stored()).toBeNull();
  });

  it.each([0, 100])('take a tax rate of %d, and a footer of 200 characters', async (tax_rate) => {
    const footer = 'x'.repeat(200);
    expect((await put(settingsForm({ tax_rate, receipt_footer: footer }))).status).toBe(200);
    expect(await stored()).toMatchObject({ tax_rate, receipt_footer: footer });
  });

  it('keep whom receipts name: a TIN in its standard form, texts of any script, and clear them', async () => {
    const named = { registered_name: 'Ñuñez & 雷耶斯 Trading 📱', receipt_header: 'Permit 1\nPermit 2 – ₱' };
    expectDone(await put(settingsForm({ ...named, tin: 'VAT REG TIN 123 456 789 00001' })));
    expect(await stored()).toMatchObject({ ...named, tin: '123-456-789-00001' });
    const sale = await openPaidDraft(till, [unitId(0)]);
    const { receipt } = expectDone(await complete<{ receipt: object }>(till, sale.id));
    expect(receipt).toMatchObject({
      store: {
        name: shop.store.name,
        registered_name: named.registered_name,
        tin: '123-456-789-00001',
        header: named.receipt_header,
      },
    });
    expectDone(await put({ registered_name: '', tin: ' ', receipt_header: null }));
    expect(await stored()).toMatchObject({ registered_name: null, tin: null, receipt_header: null });
  });

  it('take a closed day whatever its times, and keep what an older caller does not know', async () => {
    const hours = {
      ...everyDay({ open: '09:00', close: '21:00' }),
      sunday: { open: '21:00', close: '09:00', closed: true },
    };
    expectDone(await put(settingsForm({ hours, prices_include_tax: true, receipt_footer: 'Thanks' })));
    const { prices_include_tax: _tax, receipt_footer: _footer, ...older } = settingsForm({ hours });
    expectDone(await put(older));
    expect(await stored()).toMatchObject({ hours, prices_include_tax: true, receipt_footer: 'Thanks' });
  });

  describe('tell when its tills sell without the server', () => {
    const rules = { enabled: true, hours: 8, max_total: 5000.5, methods: ['cash', 'gcash'] };
    const offline = async () => (await stored())?.offline_sales;
    const payment_methods = ['cash', 'card', 'gcash'] as WireSettings['payment_methods'];
    beforeEach(() => saveSettings(manager, shop.store.id, { payment_methods }));
    const set = (changes: object, more: object = {}) =>
      put({ offline_sales: { ...rules, ...changes }, ...more });

    it('not at first, nor where an older caller saves', async () => {
      const off = { enabled: false, hours: 24, max_total: null, methods: ['cash'] };
      expect(await offline()).toEqual(off);
      await setRow({ settings_json: null });
      const { offline_sales: _unknown, ...older } = settingsForm();
      expect(expectDone(await put(older)).settings?.offline_sales).toEqual(off);
      expectDone(await put({ ...older, offline_sales: rules, payment_methods }));
      expect(expectDone(await put({ ...older, payment_methods })).settings?.offline_sales).toEqual(rules);
      const saved = await running()
        .database.reader.selectFrom('stores')
        .select('settings_json')
        .where('id', '=', shop.store.id)
        .executeTakeFirstOrThrow();
      const { offline_sales: _gone, ...before } = JSON.parse(saved.settings_json ?? '') as WireSettings;
      await setRow({ settings_json: JSON.stringify(before) });
      expect(await offline()).toEqual(off);
    });

    it('as saved, with methods in the usual order', async () => {
      expectDone(await set({ methods: ['gcash', 'cash', 'gcash'] }));
      expect(await offline()).toEqual(rules);
      for (const hours of [1, 72]) expectDone(await set({ hours, max_total: null }));
      expect(await offline()).toEqual({ ...rules, hours: 72, max_total: null });
    });

    it.each([
      ['hours', 0, 'Enter whole hours from 1 to 72'],
      ['hours', 73, 'Enter whole hours from 1 to 72'],
      ['hours', 1.5, 'Enter whole hours from 1 to 72'],
      ['hours', null, 'Enter whole hours from 1 to 72'],
      ['max_total', 0, 'Enter an amount above zero'],
      ['max_total', -1, 'Largest total cannot be negative'],
      ['max_total', 1.001, 'Amounts have at most two decimals'],
      ['max_total', undefined, 'Largest total is required'],
      ['methods', [], 'At least one payment method is required'],
      ['methods', ['gcash'], 'Cash is always among them'],
      ['methods', ['cash', 'maya'], 'Maya is not among the payment methods of the store'],
    ])('refused on its field: %s %j', async (field, value, message) => {
      const before = await offline();
      const refused = await set({ [field]: value });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { [`settings.offline_sales.${field}`]: [message] },
      ]);
      expect(await offline()).toEqual(before);
    });

    it('by methods that go with those of the store, where others are changed', async () => {
      expectDone(await set({}));
      // Named together they have to agree.
      expect((await set({}, { payment_methods: ['cash'] })).body.errors).toEqual({
        'settings.offline_sales.methods': ['GCash is not among the payment methods of the store'],
      });
      expectDone(await put({ payment_methods: ['cash', 'card'] }));
      expect(await offline()).toEqual({ ...rules, methods: ['cash'] });
      // A store without cash may sell by others, and not at all where none is left.
      expectDone(await set({ methods: ['card'] }, { payment_methods: ['card', 'gcash'] }));
      expect(await offline()).toEqual({ ...rules, methods: ['card'] });
      expectDone(await put({ payment_methods: ['gcash'] }));
      expect(await offline()).toEqual({ ...rules, enabled: false, methods: ['gcash'] });
      expectDone(await put({ payment_methods: ['cash', 'gcash'] }));
      expect(await offline()).toEqual({ ...rules, enabled: false });
      // Switched off, they may be any.
      expectDone(await set({ enabled: false, methods: ['card'] }));
      expect(await offline()).toEqual({ ...rules, enabled: false, methods: ['cash'] });
    });

    it('at new stores as the chain says, and at others to which they are applied', async () => {
      const admin = await personAs('admin');
      const usual = expectDone(await admin.get<WireSettings>('/settings/store-defaults'));
      const setDefaults = (settings: object) =>
        admin.put<WireSettings & Refusal>('/settings/store-defaults', { settings });
      expect((await setDefaults({ offline_sales: rules })).body.errors).toEqual({
        'settings.offline_sales.methods': ['GCash is not among the payment methods of the store'],
      });
      expect(expectDone(await setDefaults({ offline_sales: { ...rules, methods: ['cash'] } }))).toEqual({
        ...usual,
        offline_sales: { ...rules, methods: ['cash'] },
      });
      const body = { code: `OFF-${shop.store.id}`, name: 'Offline', timezone: 'Asia/Manila' };
      const made = expectDone(await admin.post<WireStore>('/stores/create', body));
      expect(made.settings?.offline_sales).toEqual({ ...rules, methods: ['cash'] });
      expectDone(await setDefaults(usual));

      expectDone(await set({}));
      const apply = { store_ids: [made.id], fields: ['offline_sales'] };
      expectDone(await admin.post(`${path()}/apply`, apply));
      // That store takes no GCash.
      const applied = expectDone(await admin.get<WireStore>(path(made.id))).settings;
      expect(applied?.offline_sales).toEqual({ ...rules, methods: ['cash'] });
    });
  });

  describe('are changed in part', () => {
    const whole = settingsForm({
      hours: everyDay({ open: '10:00', close: '19:00' }),
      features: { pos_enabled: true, online_orders: true, repairs: true },
      receipt_footer: 'Salamat',
      prices_include_tax: true,
    });
    beforeEach(async () => expectDone(await put(whole)));

    it.each<[string, object, Partial<WireSettings>]>([
      ['the tax rate', { tax_rate: 5 }, { tax_rate: 5 }],
      ['nothing', {}, {}],
      ['the footer', { receipt_footer: null }, { receipt_footer: null }],
      ['one feature', { features: { repairs: false } }, { features: { ...whole.features, repairs: false } }],
      [
        'one day',
        { hours: { friday: { open: '08:00', close: '22:00' } } },
        { hours: { ...whole.hours, friday: { open: '08:00', close: '22:00' } } },
      ],
    ])('so that who sends %s leaves the rest as it is', async (_, sent, changed) => {
      expectDone(await put(sent));
      expect(await stored()).toEqual({ ...whole, ...changed });
    });

    it('never to what they may not be', async () => {
      expect((await put({ tax_rate: null })).body.errors).toEqual({
        'settings.tax_rate': ['Tax rate is required'],
      });
      expect((await put({ payment_methods: [] })).status).toBe(422);
      expect((await put({ colour: 'red' })).status).toBe(422);
      expect(await stored()).toEqual(whole);
    });

    it('by two at once, each in another part', async () => {
      expectDone(await put({ tax_rate: 5 }, { tax_rate: 12 }));
      expectDone(
        await put({ receipt_footer: 'Thanks', tax_rate: 12 }, { receipt_footer: 'Salamat', tax_rate: 12 }),
      );
      expect(await stored()).toMatchObject({ tax_rate: 5, receipt_footer: 'Thanks' });
      expect((await put({ tax_rate: 8 }, { tax_rate: 12 })).body.code).toBe('settings_changed');
    });
  });

  it('begin with the usual hours and features where the first ones do not name them', async () => {
    const { hours: _hours, features: _features, ...first } = settingsForm();
    expectDone(await put(first));
    expect(await stored()).toEqual(settingsForm());
  });

  describe('belong to those who manage the store', () => {
    it('so that a foreign store’s answer 404 to a store manager, and all are a regional manager’s', async () => {
      const other = await makeStore(running().database);
      for (const storeId of [other.id, 999_999_999]) {
        const missing = { status: 404, body: { code: 'store_not_found', message: 'Store not found' } };
        expect(await manager.get(path(storeId))).toMatchObject(missing);
        expect(await manager.put(path(storeId), { settings: settingsForm() })).toMatchObject(missing);
      }
      const regional = await personAs('regional_manager');
      await saveSettings(regional, other.id, { tax_rate: 3 });
      expect(expectDone(await regional.get<WireStore>(path(other.id))).settings).toMatchObject({
        tax_rate: 3,
      });
      const seller = await personAs('salesperson');
      expect((await seller.get(path())).status).toBe(403);
      expect((await seller.put(path(), { settings: settingsForm() })).status).toBe(403);
    });

    it('while it is active', async () => {
      const admin = await personAs('admin');
      await setRow({ is_active: 0 });
      expect((await admin.get(path())).status).toBe(200);
      expect(await put(settingsForm(), undefined, admin)).toMatchObject({
        status: 409,
        body: { code: 'store_inactive' },
      });
      await setRow({ is_active: 1 });
    });
  });

  describe('saved by two managers at once', () => {
    const first = settingsForm();
    beforeEach(() => saveSettings(manager, shop.store.id));

    it('hold what each of them changed', async () => {
      expectDone(await put({ ...first, tax_rate: 5 }, first));
      expectDone(await put({ ...first, receipt_footer: 'Salamat' }, first));
      expect(await stored()).toEqual({ ...first, tax_rate: 5, receipt_footer: 'Salamat' });
    });

    it('keep the first one’s where both changed the same, and name the field to the second', async () => {
      expectDone(await put({ ...first, tax_rate: 5 }, first));
      const second = { ...first, tax_rate: 8, receipt_footer: 'Salamat' };
      expect(await put(second, first)).toMatchObject({
        status: 409,
        body: {
          code: 'settings_changed',
          message: 'Somebody else changed these settings meanwhile',
          errors: { 'settings.tax_rate': ['Somebody else changed this meanwhile'] },
        },
      });
      expect(await stored()).toEqual({ ...first, tax_rate: 5 });
      expectDone(await put(second, { ...first, tax_rate: 5 }));
      expect(await stored()).toEqual(second);
    });

    it('are both done where both came to the same', async () => {
      expectDone(await put({ ...first, tax_rate: 5 }, first));
      expect((await put({ ...first, tax_rate: 5 }, first)).status).toBe(200);
    });

    it('pass each other never, however they race', async () => {
      const racing = Array.from({ length: 6 }, (_, index) => put({ ...first, tax_rate: index + 1 }, first));
      const statuses = (await Promise.all(racing)).map(({ status }: Answer<unknown>) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    });
  });

  describe('of stores that are made from now on', () => {
    const DEFAULTS = '/settings/store-defaults';
    let admin: SignedIn;
    beforeEach(async () => {
      admin = await personAs('admin');
    });
    const create = async (code: string, more: object = {}) => {
      const body = { code, name: `Store ${code}`, timezone: 'Asia/Manila', ...more };
      return expectDone(await admin.post<WireStore>('/stores/create', body));
    };

    it('include the tax where tags must show the whole price, else as the chain says, unless they are told', async () => {
      let made = 0;
      const included = async (store: object) => {
        made += 1;
        return (await create(`TAX-${shop.store.id}-${made}`.slice(-10), store)).settings?.prices_include_tax;
      };
      const singapore = { timezone: 'Asia/Singapore' };
      for (const isIncluded of [true, false]) {
        expectDone(await admin.put(DEFAULTS, { settings: { prices_include_tax: isIncluded } }));
        expect(await included({})).toBe(true);
        expect(await included({ prices_include_tax: false })).toBe(false);
        expect(await included(singapore)).toBe(isIncluded);
        expect(await included({ ...singapore, prices_include_tax: !isIncluded })).toBe(!isIncluded);
      }
      expectDone(await admin.put(DEFAULTS, { settings: { prices_include_tax: true } }));
    });

    it('are the chain’s defaults, and stay when these change', async () => {
      const shifts = { enabled: true, difference_limit: 0 };
      const usual = settingsForm({ prices_include_tax: true, shifts });
      expect(expectDone(await manager.get(DEFAULTS))).toEqual(usual);
      const sent = {
        hours: { sunday: { open: '10:00', close: '18:00' } },
        payment_methods: ['cash', 'gcash'],
        tax_rate: 5,
        receipt_footer: 'Salamat',
      };
      const hours = { ...usual.hours, ...sent.hours };
      const wanted = { ...usual, ...sent, hours };
      expect(expectDone(await admin.put(DEFAULTS, { settings: sent, known: usual }))).toEqual(wanted);
      const made = await create(`NEW-${shop.store.id}`);
      expect(made.settings).toEqual(wanted);
      expectDone(await admin.put(DEFAULTS, { settings: usual }));
      expect(expectDone(await admin.get<WireStore>(path(made.id))).settings).toEqual(wanted);
      expect(await stored()).toBeNull();
    });

    it('are refused on their field, where somebody else changed it, and to all but admins', async () => {
      const usual = expectDone(await admin.get<WireSettings>(DEFAULTS));
      const set = (settings: object, known?: object, by = admin) =>
        by.put<Refusal>(DEFAULTS, { settings, ...(known ? { known } : {}) });
      expect((await set({ payment_methods: [] })).body.errors).toEqual({
        'settings.payment_methods': ['At least one payment method is required'],
      });
      expectDone(await set({ tax_rate: 7 }));
      expect(await set({ tax_rate: 8 }, { tax_rate: usual.tax_rate })).toMatchObject({
        status: 409,
        body: { code: 'settings_changed', errors: { 'settings.tax_rate': [expect.any(String)] } },
      });
      expect((await set({ tax_rate: 1 }, undefined, manager)).status).toBe(403);
      expect((await till.get(DEFAULTS)).status).toBe(403);
      expectDone(await set(usual));
    });
  });

  describe('applied to other stores', () => {
    let admin: SignedIn;
    let others: { id: number; name: string }[];
    beforeEach(async () => {
      admin = await personAs('admin');
      others = [
        await makeStore(running().database),
        await makeStore(running().database, { is_warehouse: 1 }),
      ];
    });
    const apply = (fields: readonly string[], caller = admin, ids = others.map(({ id }) => id)) =>
      caller.post<Refusal>(`${path()}/apply`, { store_ids: ids, fields });
    const inStore = (caller: Caller, storeId: number): Caller => ({
      ...caller,
      post: (at, body, options = {}) => caller.post(at, body, { ...options, storeId }),
    });
    const settingsOf = async (index: number) =>
      expectDone(await admin.get<WireStore>(path(others[index]?.id))).settings;

    it('are those that were named, and a warehouse goes on without point of sale', async () => {
      await saveSettings(manager, shop.store.id, { tax_rate: 5, receipt_footer: 'Salamat' });
      await saveSettings(admin, others[0]?.id ?? 0, { receipt_footer: 'Thanks', tax_rate: 8 });
      expectDone(await apply(['tax_rate', 'prices_include_tax', 'features']));
      expect(await settingsOf(0)).toMatchObject({ tax_rate: 5, receipt_footer: 'Thanks' });
      // Never saved before: the rest is stored as it held.
      expect(await settingsOf(1)).toMatchObject({
        tax_rate: 5,
        payment_methods: ['cash', 'card', 'gcash', 'maya', 'bank_transfer'],
        features: { pos_enabled: false },
      });
      const audit = await running()
        .database.reader.selectFrom('audit_log')
        .select(['subject_id', 'details_json'])
        .where('action', '=', 'stores.updateSettings')
        .where('subject_id', '=', others[0]?.id ?? 0)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(audit.details_json ?? '')).toEqual({
        subject: others[0]?.name,
        changes: [{ field: 'settings.tax_rate', before: 8, after: 5 }],
      });
    });

    it('from a store that never saved any, are those that hold there', async () => {
      expectDone(await apply(['tax_rate', 'payment_methods']));
      expect(await settingsOf(0)).toMatchObject({
        tax_rate: 10,
        payment_methods: ['cash', 'card', 'gcash', 'maya', 'bank_transfer'],
      });
    });

    it('change none where one refuses: it is inactive, foreign, or a shift is open there', async () => {
      await saveSettings(manager, shop.store.id, { shifts: { enabled: false, difference_limit: 0 } });
      const [first, second] = others as [{ id: number; name: string }, { id: number }];
      expect((await apply(['tax_rate'], manager)).body.code).toBe('store_not_found');
      const shifts = { enabled: true, difference_limit: 0 };
      const features = settingsForm().features;
      expectDone(await admin.put(path(second.id), { settings: settingsForm({ shifts, features }) }));
      const drawer = inStore(atDevice(running().url, admin), second.id);
      await makeTill(drawer, 'T1');
      await openShift(drawer);
      expect((await apply(['shifts'])).body.code).toBe('illegal_state');
      await running().database.write((writer) =>
        writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', second.id).execute(),
      );
      expect((await apply(['tax_rate'])).body.code).toBe('store_inactive');
      expect((await apply([])).status).toBe(422);
      expect((await apply(['tax_rate'], admin, [])).status).toBe(422);
      expect(expectDone(await admin.get<WireStore>(path(first.id))).settings).toBeNull();
    });
  });

  it('are audited with what became different, by whom', async () => {
    await saveSettings(manager, shop.store.id);
    await saveSettings(manager, shop.store.id, { tax_rate: 5, payment_methods: ['cash'] });
    const row = await running()
      .database.reader.selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'stores.updateSettings')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([row.staff_id, row.subject_id]).toEqual([manager.staff.id, shop.store.id]);
    expect(JSON.parse(row.details_json ?? '')).toEqual({
      subject: expect.any(String) as string,
      changes: [
        { field: 'settings.payment_methods', before: ['cash', 'card'], after: ['cash'] },
        { field: 'settings.tax_rate', before: 12, after: 5 },
      ],
    });
  });

  describe('act from the next call on', () => {
    beforeEach(() => saveSettings(manager, shop.store.id, { payment_methods: ['cash', 'gcash'] }));
    const taxed = async (saleId: number) =>
      expectDone(await till.get<{ tax_rate: number; total_amount: number }>(`/transactions/${saleId}`));

    const again = (draftId: number, ...units: number[]) =>
      till.put<{ tax_rate: number }>(`/transactions/${draftId}`, {
        items: units.map((inventory_item_id) => ({ inventory_item_id })),
      });

    it('tax: a draft of before that nobody paid is not completed at a total that nobody was told', async () => {
      const draft = await openDraft(till, [unitId(0)]);
      await saveSettings(manager, shop.store.id, { tax_rate: 5 });
      const payments = [{ method: 'cash', amount: 2000 }];
      const finish = () => till.post<Refusal>(`/transactions/${draft.id}/complete`, { payments });
      expect(await finish()).toMatchObject({
        status: 422,
        body: {
          code: 'total_changed',
          total_amount: 1050,
          message: 'The total is now ₱1,050.00. Check the prices again',
        },
      });
      expectDone(await again(draft.id, unitId(0)));
      expect(await taxed(draft.id)).toMatchObject({ tax_rate: 5, total_amount: 1050 });
      expect((await finish()).status).toBe(200);
    });

    it.each([
      ['the rate', { tax_rate: 5 }],
      ['the mode', { prices_include_tax: true }],
    ])('tax: a draft that was paid by card to the centavo keeps %s it was paid at', async (_, changed) => {
      await saveSettings(manager, shop.store.id, { payment_methods: ['cash', 'card'] });
      const draft = await openDraft(till, [unitId(0)]);
      await pay(till, draft.id, { method: 'card', amount: draft.total_amount, reference_number: 'S-1' });
      await saveSettings(manager, shop.store.id, changed);
      const kept = { tax_rate: 12, prices_include_tax: false, total_amount: draft.total_amount };
      expect(expectDone(await again(draft.id, unitId(0)))).toMatchObject(kept);
      expect(expectDone(await complete<WireSale>(till, draft.id)).transaction).toMatchObject(kept);
    });

    it('tax: a pending payment holds it too, and the store’s holds again once payments failed or are deleted', async () => {
      const draft = await openDraft(till, [unitId(0)]);
      const gcash = { method: 'gcash', amount: 500, reference_number: 'P-1', status: 'pending' };
      const [failing, deleting] = [
        await pay(till, draft.id, gcash),
        await pay(till, draft.id, { ...gcash, amount: 100 }),
      ];
      await saveSettings(manager, shop.store.id, { tax_rate: 5 });
      const rateNow = async () => expectDone(await again(draft.id, unitId(0))).tax_rate;
      expect(await rateNow()).toBe(12);
      expectDone(await till.post(`/payments/${failing.id}/mark-failed`, { reason: 'Never came' }));
      expect(await rateNow()).toBe(12);
      expectDone(await till.delete(`/payments/${deleting.id}`, { reason: 'Handed back' }));
      expect(await rateNow()).toBe(5);
    });

    it('tax inside of the prices: another part of the same total is not taken without a word either', async () => {
      const inside = { prices_include_tax: true };
      await saveSettings(manager, shop.store.id, inside);
      const draft = await openDraft(till, [unitId(0)]);
      await saveSettings(manager, shop.store.id, { ...inside, tax_rate: 5 });
      const payments = [{ method: 'cash', amount: 2000 }];
      const refused = await till.post<Refusal>(`/transactions/${draft.id}/complete`, { payments });
      expect(refused).toMatchObject({ status: 422, body: { code: 'total_changed' } });
    });

    it('payment methods: one that was taken away is taken no more, and what was saved by it stands', async () => {
      const draft = await openDraft(till, [unitId(0)]);
      const gcash = { method: 'gcash', amount: 100, reference_number: 'A-1' } as const;
      expect((await addPayment(till, draft.id, gcash)).status).toBe(201);
      await saveSettings(manager, shop.store.id, { payment_methods: ['cash'] });
      const refused = await addPayment(till, draft.id, { ...gcash, reference_number: 'A-2' });
      expect([refused.status, (refused.body as Refusal).errors?.method]).toEqual([
        422,
        [`${shop.store.name} does not take GCash`],
      ]);
      expect((await addPayment(till, draft.id, { method: 'cash', amount: 2000 })).status).toBe(201);
      expect((await complete(till, draft.id)).status).toBe(200);
    });

    const off = () => ({
      status: 409,
      body: { code: 'pos_disabled', message: `Point of sale is off for ${shop.store.name}` },
    });
    const switchOff = () =>
      saveSettings(manager, shop.store.id, {
        features: { pos_enabled: false, online_orders: false, repairs: false },
      });

    it('the till off: what is paid in full already is completed, and payments can be given back', async () => {
      const [paid, other] = [await openPaidDraft(till, [unitId(0)]), await openDraft(till, [unitId(1)])];
      const cash = await pay(till, other.id, { method: 'cash', amount: 5 });
      const gcash = { method: 'gcash', amount: 5, reference_number: 'P-2', status: 'pending' };
      const pending = await pay(till, other.id, gcash);
      await switchOff();
      expect((await complete(till, paid.id)).status).toBe(200);
      expectDone(await till.post(`/payments/${pending.id}/mark-failed`, { reason: 'Never came' }));
      expectDone(await till.delete(`/payments/${cash.id}`, { reason: 'Handed back' }));
      expectDone(await till.delete(`/transactions/${other.id}`));
    });

    it('the till off: nothing is locked or sold, and a cart can be kept, made smaller and emptied', async () => {
      const draft = await openDraft(till, [unitId(0), unitId(1)]);
      await addPayment(till, draft.id, { method: 'cash', amount: 5 });
      const heldUntil = async () => (await findUnitRow(running().database, unitId(1))).lock_expires_at;
      const before = await heldUntil();
      running().clock.advance(MINUTE);
      await switchOff();
      const draftPath = `/transactions/${draft.id}`;
      const save = (...units: number[]) =>
        till.put(draftPath, { items: units.map((inventory_item_id) => ({ inventory_item_id })) });
      expect(await till.post(`/pos/inventory/${unitId(2)}/lock`)).toMatchObject(off());
      expect(await createDraft(till, [unitId(2)])).toMatchObject(off());
      expect(await save(unitId(0), unitId(2))).toMatchObject(off());
      expect(await complete(till, draft.id)).toMatchObject(off());
      expect(await addPayment(till, draft.id, { method: 'cash', amount: 5000 })).toMatchObject(off());
      const withPayments = { payments: [{ method: 'cash', amount: 5000 }] };
      expect(await till.post(`${draftPath}/complete`, withPayments)).toMatchObject(off());
      expect(await till.post(`${draftPath}/refresh-locks`, {})).toMatchObject(off());
      expect(await till.post(`${draftPath}/refresh-locks`, { resume: true })).toMatchObject(off());
      expect((await save(unitId(0), unitId(1))).status).toBe(200);
      expect((await save(unitId(1))).status).toBe(200);
      expect(await heldUntil()).toBe(before);
      expect((await till.post(`${draftPath}/refresh-locks`, { leave: true })).status).toBe(200);
      expect((await save()).status).toBe(200);
    });

    it('the default group: a customer without one gets it, and null keeps none', async () => {
      const groups = await makeGroups(running().database).catch(() => null);
      await saveSettings(manager, shop.store.id, { default_customer_group: 'wholesale' });
      const make = async (extra: object) =>
        expectDone(
          await till.post<{ customer_group: { slug: string } | null }>('/customers', {
            name: 'Ana',
            phone: '0917 555 0101',
            ...extra,
          }),
        ).customer_group?.slug ?? null;
      expect(groups === null || groups.wholesale.slug === 'wholesale').toBe(true);
      expect(await make({})).toBe('wholesale');
      expect(await make({ customer_group_id: null })).toBeNull();
    });

    it('the footer: on the next receipt', async () => {
      await saveSettings(manager, shop.store.id, { receipt_footer: 'Salamat po' });
      const draft = await openDraft(till, [unitId(0)]);
      await addPayment(till, draft.id, { method: 'cash', amount: 2000 });
      expect(await complete(till, draft.id)).toMatchObject({ body: { receipt: { footer: 'Salamat po' } } });
    });
  });
});
