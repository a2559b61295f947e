import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TIN_REFUSAL } from '#domain/tin.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseAnswer,
  loseServer,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { everyDay, saveSettings, settingsForm, type WireSettings } from '#tests/support/store-settings.ts';

const MANAGER = 'store_manager@demo.test';

type WireStore = { id: number; name: string; settings: WireSettings | null };

describe('the settings of a store', () => {
  let admin: Caller;
  let store: WireStore;
  let unsaved: WireStore;
  let before: WireSettings;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs('admin@demo.test');
    const stores = expectDone(await admin.get<(WireStore & { code: string })[]>('/stores'));
    const find = (code: string) => stores.find((one) => one.code === code) as WireStore;
    store = find('MNL-01');
    before = store.settings as WireSettings;
    unsaved = stores.find(({ settings }) => settings === null) as WireStore;
  });
  beforeEach(() => saveSettings(admin, store.id));
  afterEach(() => saveSettings(admin, store.id, before));

  const open = async ({ email = MANAGER, id = store.id, withMenu = false } = {}) => {
    screen = await openScreen(`/stores/${id}/settings`, { email, withMenu });
    await isShown(page.getByRole('heading', { name: 'Store settings' }));
  };
  const stored = async () =>
    expectDone(await admin.get<WireStore>(`/stores/${store.id}/settings`)).settings as WireSettings;
  const part = (name: string) => page.getByRole('group', { name, exact: true });
  const opens = (day: string) => page.getByLabelText(`${day} opens at`);
  const closes = (day: string) => page.getByLabelText(`${day} closes at`);
  const dayOpen = (day: string) => page.getByRole('switch', { name: day });
  const tax = () => page.getByLabelText('Tax rate');
  const footer = () => page.getByLabelText('Receipt footer');
  const tin = () => page.getByLabelText('TIN', { exact: true });
  const group = () => page.getByLabelText('Default customer group');
  const method = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const saveButton = () => page.getByRole('button', { name: 'Save' });
  const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');
  const receipt = () => page.getByRole('group', { name: 'Receipt', exact: true });
  const address = () => screen.address().pathname;
  const saved = () => isTold('Store settings saved');

  it('are saved as a whole, and Save leads to the store', async () => {
    await open();
    await opens('Monday').fill('10');
    await closes('Monday').fill('7:30 pm');
    await dayOpen('Sunday').click();
    await isShown(page.getByText('Closed', { exact: true }));
    await method('Maya').click();
    await method('Credit/Debit Card').click();
    await page.getByRole('switch', { name: 'Repair Services' }).click();
    await tax().fill('8.25');
    await page.getByRole('switch', { name: 'Prices include tax' }).click();
    await group().selectOptions('VIP');
    await part('Receipts').getByLabelText('Registered name').fill('Reyes Trading Corp.');
    await tin().fill('vat reg tin 123456789 00001');
    await part('Receipts').getByLabelText('Further lines').fill('Permit 1\nPermit 2');
    await footer().fill('Thank you, come again!');
    await saveButton().click();
    await saved();
    await expect.poll(address).toBe(`/stores/${store.id}`);
    expect(await stored()).toEqual({
      hours: {
        ...everyDay({ open: '09:00', close: '21:00' }),
        monday: { open: '10:00', close: '19:30' },
        sunday: { open: '09:00', close: '21:00', closed: true },
      },
      features: { pos_enabled: true, online_orders: false, repairs: true },
      payment_methods: ['cash', 'maya'],
      tax_rate: 8.25,
      prices_include_tax: true,
      default_customer_group: 'vip',
      registered_name: 'Reyes Trading Corp.',
      tin: '123-456-789-00001',
      receipt_header: 'Permit 1\nPermit 2',
      receipt_footer: 'Thank you, come again!',
      shifts: { enabled: false, difference_limit: 0 },
      trade_ins: { hold: true },
      offline_sales: { enabled: false, hours: 24, max_total: null, methods: ['cash'] },
    });
  });

  it('let tills keep shifts, with what a count may be off without a reason', async () => {
    await open();
    const limit = page.getByLabelText('Difference without a reason');
    expect(limit.elements()).toEqual([]);
    await page.getByRole('switch', { name: 'Tills keep shifts' }).click();
    for (const wrong of ['50.005', '-1']) {
      await limit.fill(wrong);
      await pressSave();
      await expect.poll(() => errorOf(limit)).toMatch(/./);
    }
    expect(await axeViolations()).toEqual([]);
    await limit.fill('50.25');
    await pressSave();
    await saved();
    expect((await stored()).shifts).toEqual({ enabled: true, difference_limit: 50.25 });
  });

  it('make the receipt a stop of Tab only where it scrolls', async () => {
    await open();
    await isShown(receipt());
    await expect.element(receipt()).not.toHaveAttribute('tabindex');
    await page.viewport(240, 640);
    onTestFinished(() => page.viewport(1366, 768));
    await expect.element(receipt()).toHaveAttribute('tabindex', '0');
  });

  it('are gone through by the keyboard alone, and saved with Ctrl+S', async () => {
    await open();
    (dayOpen('Monday').element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await isGone(opens('Monday'));
    await userEvent.keyboard(' ');
    await userEvent.tab();
    await expect.element(opens('Monday')).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}8');
    await userEvent.tab();
    await expect.element(opens('Monday')).toHaveValue('08:00');
    await expect.element(closes('Monday')).toHaveFocus();
    await pressSave();
    await saved();
    expect((await stored()).hours.monday).toEqual({ open: '08:00', close: '21:00' });
  });

  it('let tills sell without the server: for some hours, up to a total, by some of its methods', async () => {
    await open();
    const offline = () => part('Sell without the server');
    await expect.element(offline().getByLabelText('Hours')).not.toBeInTheDocument();
    await offline().getByRole('switch').click();
    await expect.element(offline().getByLabelText('Hours')).toHaveValue(24);
    await offline().getByLabelText('Hours').fill('12');
    await offline().getByLabelText('Largest total').fill('50000');
    await expect.element(offline().getByRole('checkbox', { name: 'Cash' })).toBeDisabled();
    await offline().getByRole('checkbox', { name: 'Credit/Debit Card' }).click();
    await expect.element(offline().getByRole('checkbox', { name: 'GCash' })).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await pressSave();
    await saved();
    const rules = { enabled: true, hours: 12, max_total: 50_000 };
    expect((await stored()).offline_sales).toEqual({ ...rules, methods: ['cash', 'card'] });
    // A method that the store gives up is none without the server either.
    await open();
    await part('Payment Methods').getByRole('checkbox', { name: 'Credit/Debit Card' }).click();
    await expect
      .element(offline().getByRole('checkbox', { name: 'Credit/Debit Card' }))
      .not.toBeInTheDocument();
    await pressSave();
    await saved();
    expect((await stored()).offline_sales).toEqual({ ...rules, methods: ['cash'] });
  });

  it('lead to each section by its link; Tab goes on to its first field', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await open();
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    expect(links.elements().map(({ textContent }) => textContent)).toEqual([
      'Operating Hours',
      'Payment Methods',
      'Store Features',
      'Shifts',
      'Sell without the server',
      'Trade-ins',
      'Other Settings',
      'Receipts',
    ]);
    const shifts = links.filter({ hasText: 'Shifts' });
    (shifts.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(part('Shifts')).toHaveFocus();
    await expect.element(part('Shifts')).toBeInViewport();
    expect(address()).toBe(`/stores/${store.id}/settings`);
    await userEvent.tab();
    await expect.element(page.getByRole('switch', { name: 'Tills keep shifts' })).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
  });

  it('show the whole footer above the buttons of a low window when Tab reaches it', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await open({ withMenu: true });
    (page.getByLabelText('Further lines').element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(footer()).toHaveFocus();
    const bar = saveButton().element().getBoundingClientRect();
    await expect.poll(() => footer().element().getBoundingClientRect().bottom).toBeLessThan(bar.top - 6);
  });

  it('copy Monday to all days, its closing too', async () => {
    await open();
    await opens('Monday').fill('08:00');
    await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
    await expect.element(opens('Sunday')).toHaveValue('08:00');
    await dayOpen('Monday').click();
    await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
    await expect.poll(() => page.getByText('Closed', { exact: true }).elements().length).toBe(7);
    await pressSave();
    await saved();
    expect((await stored()).hours).toEqual(everyDay({ open: '08:00', close: '21:00', closed: true }));
  });

  it('say on each field what is wrong, before anything is sent', async () => {
    await open();
    const sent = watchCalls({ path: /settings$/, method: 'PUT' });
    await closes('Friday').fill('09:00');
    await opens('Tuesday').fill('soon');
    await method('Cash').click();
    await method('Credit/Debit Card').click();
    await tax().fill('');
    await tin().fill('123-456-7890');
    await footer().fill('x'.repeat(201));
    await isShown(page.getByText(/^201 of 200 characters/));
    await pressSave();
    await isShown(page.getByText('Tax rate is required'));
    await expect.poll(() => errorOf(closes('Friday'))).toBe('Must be after the opening time');
    expect(errorOf(opens('Tuesday'))).toBe('Enter a time such as 09:00');
    expect(errorOf(tin())).toBe(TIN_REFUSAL);
    expect(errorOf(footer())).toBe('Receipt footer must be 200 characters or less');
    await isShown(part('Payment Methods').getByText('At least one payment method is required'));
    expect(await axeViolations()).toEqual([]);
    await tax().fill('100.01');
    await expect.poll(() => errorOf(tax())).toBe('Tax rate must be between 0 and 100');
    await tax().fill('-1');
    await expect.poll(() => errorOf(tax())).toBe('Tax rate must be between 0 and 100');
    expect(sent).toEqual([]);
  });

  it('show the receipt as it will print while they are typed', async () => {
    await open();
    await isShown(receipt().getByText(/Tax 12%/));
    await tax().fill('5.5');
    await isShown(receipt().getByText(/Tax 5.5%/));
    await footer().fill('Thank you, come again!\n7-day replacement');
    await isShown(receipt().getByText('Thank you, come again!'));
    await isShown(receipt().getByText('7-day replacement'));
    await tin().fill('123456789');
    await isShown(receipt().getByText('TIN 123-456-789', { exact: true }));
    await page.getByRole('switch', { name: 'Prices include tax' }).click();
    await isShown(receipt().getByText(/VAT 5.5%/));
    await isShown(receipt().getByText(/VATable amount/));
    await tax().fill('');
    await isShown(receipt().getByText(/VAT 12%/));
  });

  it('have nothing that axe finds', async () => {
    await open();
    await isShown(receipt());
    expect(await axeViolations()).toEqual([]);
  });

  it('of a store that never saved any show what it charges and takes, with a note', async () => {
    await open({ email: 'admin@demo.test', id: unsaved.id });
    await isShown(page.getByText(/It charges 10% tax and takes every payment method, as shown here/));
    await expect.element(opens('Sunday')).toHaveValue('09:00');
    await expect.element(closes('Sunday')).toHaveValue('21:00');
    await expect.element(method('Cash')).toBeChecked();
    await expect.element(method('Credit/Debit Card')).toBeChecked();
    await expect.element(method('GCash')).toBeChecked();
    await expect.element(tax()).toHaveValue(10);
    await isShown(receipt().getByText(/Tax 10%/));
    await expect.element(group()).toHaveValue('regular');
    await expect.element(saveButton()).not.toHaveAttribute('aria-disabled', 'true');
    expect(await axeViolations()).toEqual([]);
  });

  it('are copied from another store or the chain’s defaults into the form, and saved with it', async () => {
    const usual = settingsForm({ shifts: { enabled: true, difference_limit: 0 } });
    const defaults = expectDone(await admin.get<WireSettings>('/settings/store-defaults'));
    expectDone(await admin.put('/settings/store-defaults', { settings: { ...usual, tax_rate: 3 } }));
    await open({ email: 'admin@demo.test' });
    const copy = async (from: RegExp) => {
      await page.getByRole('button', { name: 'Copy from' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Copy settings from another store' });
      await dialog.getByLabelText('Copy from').selectOptions(dialog.getByRole('option', { name: from }));
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
      await isGone(dialog);
    };
    await copy(/^Defaults of new stores/);
    await expect.element(tax()).toHaveValue(3);
    await copy(new RegExp(`^${unsaved.name}`));
    await expect.element(tax()).toHaveValue(10);
    await expect.element(method('GCash')).toBeChecked();
    expect((await stored()).tax_rate).toBe(12);
    await isShown(page.getByText('Unsaved changes'));
    await pressSave();
    await saved();
    expect(await stored()).toMatchObject({ tax_rate: 10, features: { pos_enabled: true } });
    expectDone(await admin.put('/settings/store-defaults', { settings: defaults }));
  });

  it('are applied to other stores at once, those that are chosen', async () => {
    await saveSettings(admin, store.id, { tax_rate: 6, receipt_footer: 'Salamat' });
    const form = { code: `AP-${Date.now() % 10_000_000}`, name: 'Applied Store', timezone: 'Asia/Manila' };
    const other = expectDone(await admin.post<WireStore>('/stores/create', form));
    await open({ email: 'admin@demo.test' });
    await page.getByRole('button', { name: 'Apply to other stores' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Apply settings of ${store.name} to others?` });
    await dialog.getByRole('checkbox', { name: 'Tax' }).click();
    await dialog.getByRole('checkbox', { name: /^Applied Store/ }).click();
    expect(await axeViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply to 1 store' }).click();
    await isTold('Settings applied to one store');
    const after = expectDone(await admin.get<WireStore>(`/stores/${other.id}/settings`)).settings;
    // Both fields of the tax come from this store.
    expect(after).toEqual({ ...other.settings, tax_rate: 6, prices_include_tax: false });
    expectDone(await admin.delete(`/stores/${other.id}`));
  });

  it('are not shown to others, who are told so in their place', async () => {
    await open({ email: 'salesperson@demo.test' });
    await isShown(
      page.getByText(
        "You don't have permission to manage store settings. Only admins, regional managers, and store managers can access this page.",
      ),
    );
    expect(saveButton().elements()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    screen = await openScreen(`/stores/${unsaved.id}/settings`, { email: MANAGER });
    await isShown(page.getByText('Store not found'));
  });

  it('ask before changes are lost, and Cancel leads to the store', async () => {
    await open();
    await tax().fill('7');
    await page.getByRole('link', { name: store.name }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(tax()).toHaveValue(7);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(address).toBe(`/stores/${store.id}`);
    expect((await stored()).tax_rate).toBe(12);
  });

  it('tell why they could not be saved, and stay as they were typed', async () => {
    await open();
    const refused = failCalls({
      path: /settings$/,
      method: 'PUT',
      status: 403,
      body: { message: 'You do not have permission to perform this action', code: 'forbidden' },
    });
    await tax().fill('7');
    await pressSave();
    await isTold('Forbidden');
    refused.mend();
    const refusedAgain = failCalls({
      path: /settings$/,
      method: 'PUT',
      status: 409,
      body: { message: 'Not now', code: 'store_inactive' },
    });
    await pressSave();
    await isTold('Failed to update store settings');
    await isTold('Not now');
    await expect.element(tax()).toHaveValue(7);
    refusedAgain.mend();
  });

  it('are saved once however often Save is pressed', async () => {
    await open();
    const { release, sent } = holdCall({ path: /settings$/, method: 'PUT' });
    await tax().fill('7');
    await pressSave();
    await pressSave();
    await page.getByRole('button', { name: 'Saving…' }).click({ force: true });
    release();
    await saved();
    expect(sent()).toBe(1);
  });

  it('keep what was typed when the server goes away during Save, and save it when it is back', async () => {
    await open();
    await tax().fill('7');
    await footer().fill('Salamat');
    const { mend } = loseServer();
    await pressSave();
    await isTold('The server cannot be reached');
    await expect.element(footer()).toHaveValue('Salamat');
    mend();
    await pressSave();
    await saved();
    expect(await stored()).toMatchObject({ tax_rate: 7, receipt_footer: 'Salamat' });
  });

  it('are not taken for somebody else’s when the answer of the first Save was lost', async () => {
    await open();
    loseAnswer({ path: /settings$/, method: 'PUT', isCutUntilAgain: true });
    await tax().fill('7');
    await pressSave();
    await isTold('The server cannot be reached');
    await pressSave();
    await saved();
    expect((await stored()).tax_rate).toBe(7);
  });

  describe('in two windows', () => {
    it('keep what the other one saved in fields that were not changed here', async () => {
      await open();
      await footer().fill('Salamat');
      expectDone(
        await admin.put(`/stores/${store.id}/settings`, { settings: settingsForm({ tax_rate: 5 }) }),
      );
      await pressSave();
      await saved();
      expect(await stored()).toMatchObject({ tax_rate: 5, receipt_footer: 'Salamat' });
    });

    it('say on the field that both changed, and replace it only when Save is pressed again', async () => {
      await open();
      await tax().fill('8');
      const theirs = settingsForm({ tax_rate: 5, payment_methods: ['cash'] });
      expectDone(await admin.put(`/stores/${store.id}/settings`, { settings: theirs }));
      await pressSave();
      await expect
        .poll(() => errorOf(tax()))
        .toBe('Somebody else changed this meanwhile. Save again to replace it');
      await expect.element(tax()).toHaveValue(8);
      await expect.element(method('Credit/Debit Card')).not.toBeChecked();
      expect((await stored()).tax_rate).toBe(5);
      await pressSave();
      await saved();
      expect(await stored()).toMatchObject({ tax_rate: 8, payment_methods: ['cash'] });
    });
  });
});
