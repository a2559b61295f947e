import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { SELLER } from '#tests/support/trade-ins.ts';

type Unit = z.input<typeof inventory.create.response>;
type List = z.input<typeof inventory.list.response>;

const MANAGER = 'store_manager@demo.test';
const CASHIER = 'salesperson@demo.test';

const serialNo = () => `TRADE-${crypto.randomUUID().slice(0, 13).toUpperCase()}`;

describe('a trade-in', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let phone: Unit;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const found = await manager.get<List>('/inventory?status=available&category=new&per_page=200');
    const some = expectDone(found).data.find(({ imei }) => imei !== null);
    if (!some) throw new Error('The store has no phone');
    phone = some;
  });
  const fullName = () => `${phone.product_variation.product.name}, ${phone.product_variation.name}`;
  const addUnit = async () =>
    expectDone(
      await manager.post<Unit>('/inventory', {
        product_variation_id: phone.product_variation.id,
        category: 'new',
        serial_number: serialNo(),
        purchase_cost: 500,
      }),
    );
  const soldUnit = async () => {
    const unit = await addUnit();
    const { transaction } = await sell(manager, [unit.id]);
    return { unit, sale: transaction };
  };
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const reload = async (path: string, email: string | null = MANAGER) => {
    screen = await openScreen(path, { email, reloads: true });
  };
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  const fillSeller = async () => {
    await field('Name').fill(SELLER.name);
    await field('Address').fill(SELLER.address);
    await userEvent.selectOptions(field('ID'), 'Driver’s license');
    await field('ID number').fill(SELLER.id_number);
  };
  const tradeIn = () => page.getByRole('button', { name: /^Trade In/ });

  it('takes a unit back by its number, and is sold again at the till', async () => {
    const { unit, sale } = await soldUnit();
    await open('/inventory/trade-in');
    await userEvent.fill(field('Scan an IMEI, serial number or QR code'), unit.serial_number ?? '');
    await page.getByRole('button', { name: 'Find' }).click();
    await isShown(page.getByRole('link', { name: fullName() }));
    await isShown(page.getByText(sale.invoice_number ?? ''));
    expect(await axeViolations()).toEqual([]);

    await tradeIn().click();
    await expect.poll(() => errorOf(field('Condition rating'))).toBe('Choose a rating from 1 to 5');
    expect(errorOf(field('Agreed amount'))).toBe('Agreed amount is required');
    expect(errorOf(field('Address'))).toBe('Address is required');
    expect(errorOf(field('ID'))).toBe('Choose the ID');
    await userEvent.selectOptions(field('Condition rating'), '4 of 5');
    await field('Agreed amount').fill('21,000.50');
    await userEvent.selectOptions(page.getByLabelText('₱21,000.50 paid out by'), 'GCash');
    await fillSeller();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => errorOf(field('Reference number'))).toBe('Reference required');
    await field('Reference number').fill(`G-${unit.id}`);
    await userEvent.keyboard('{Control>}s{/Control}');
    await isTold(`${fullName()} is taken in`);
    await expect.poll(() => screen.address().pathname).toBe(`/inventory/${unit.id}`);
    await isShown(page.getByText('On hold', { exact: true }));
    await isShown(page.getByText('Used, 4 of 5'));
    await isShown(page.getByText('Traded in', { exact: true }));
    await isShown(page.getByText('Brought by Ana Reyes'));
    await isShown(page.getByText('Purchase cost: ₱500.00 → ₱21,000.50'));

    await page.getByRole('button', { name: 'Clear' }).click();
    await field('Reference').fill('PNP-17');
    await page
      .getByRole('button', { name: /^Clear$/ })
      .last()
      .click();
    await isTold(`${fullName()} is for sale`);
    await isShown(page.getByText('Trade-in cleared, in stock'));
    const again = await sell(manager, [unit.id]);
    expect(again.transaction.id).not.toBe(sale.id);
    await open(`/transactions/${sale.id}`);
    await isShown(page.getByText('Traded in', { exact: true }));
    await isShown(page.getByText(/^Warranty of .+ ended when it came back$/));
    expect(page.getByText(/^In warranty/).query()).toBeNull();
    expect(page.getByRole('button', { name: /^Refund/ }).query()).toBeNull();
    expect(page.getByRole('button', { name: /^Void/ }).query()).toBeNull();
  });

  it('says where a unit is that is not with a customer, and leads to it', async () => {
    const unit = await addUnit();
    await open(`/inventory/trade-in?code=${unit.serial_number}`);
    await isShown(page.getByText(`It is in stock at ${unit.store.name}`));
    await expect
      .element(page.getByRole('link', { name: fullName() }))
      .toHaveAttribute('href', `/inventory/${unit.id}`);
    expect(tradeIn().query()).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('takes in what was never ours, in the field that its number looks like', async () => {
    const serial = serialNo();
    const customers = await manager.get<{ data: { name: string }[] }>('/customers?per_page=1');
    const [buyer] = expectDone(customers).data;
    await open(`/inventory/trade-in?code=${serial.toLowerCase()}`);
    const sent = watchCalls({ path: /\/trade-ins$/, method: 'POST' });
    await expect.element(field('Serial number')).toHaveValue(serial);
    const product = page.getByRole('combobox', { name: 'Product variation' });
    await expect.element(product).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await tradeIn().click();
    await expect.poll(() => errorOf(product)).toBe('Product variation is required');
    await expect.element(product).toHaveFocus();
    await product.fill(fullName());
    await page.getByRole('option', { name: fullName() }).first().click();
    await page.getByRole('combobox', { name: 'Customer' }).fill(buyer?.name ?? '');
    await page
      .getByRole('option', { name: buyer?.name ?? '' })
      .first()
      .click();
    await userEvent.selectOptions(field('Condition rating'), '3 of 5');
    await expect.element(field('Name')).toHaveValue(buyer?.name ?? '');
    await fillSeller();
    await field('Agreed amount').fill('0');
    await tradeIn().click();
    await isTold(`${fullName()} is taken in`);
    expect(sent.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        serial_number: serial,
        condition_rating: 3,
        customer_id: expect.any(Number) as number,
        amount: 0,
        payout: null,
        seller: { ...SELLER, name: 'Ana Reyes' },
      }),
    ]);
  });

  it('has what was typed again after a reload, until it is dropped or its cashier signs out', async () => {
    const serial = serialNo();
    const path = `/inventory/trade-in?code=${serial}`;
    const customers = await manager.get<{ data: { name: string }[] }>('/customers?per_page=1');
    const [buyer] = expectDone(customers).data;
    const product = page.getByRole('combobox', { name: 'Product variation' });
    const customer = page.getByRole('combobox', { name: 'Customer' });
    const choose = async (box: typeof product, name: string) => {
      await box.fill(name);
      await page.getByRole('option', { name }).first().click();
    };
    const typed = () => Object.values(sessionStorage).join();
    const fillAll = async () => {
      await choose(product, fullName());
      await choose(customer, buyer?.name ?? '');
      await userEvent.selectOptions(field('Condition rating'), '3 of 5');
      await field('Agreed amount').fill('1500');
      await userEvent.selectOptions(page.getByLabelText('₱1,500.00 paid out by'), 'GCash');
      await field('Reference number').fill('G-17');
      await field('Notes').fill('A scratch');
      await fillSeller();
    };
    await open(path);
    await fillAll();
    await reload(path);
    await expect.element(field('ID number')).toHaveValue(SELLER.id_number);
    await expect.element(product).toHaveValue(fullName());
    await expect.element(customer).toHaveValue(buyer?.name ?? '');
    await expect.element(field('Name')).toHaveValue(SELLER.name);
    await expect.element(field('Condition rating')).toHaveDisplayValue('3 of 5');
    await expect.element(field('Agreed amount')).toHaveValue('1,500.00');
    await expect.element(field('Reference number')).toHaveValue('G-17');
    await expect.element(field('ID')).toHaveDisplayValue('Driver’s license');
    await isShown(page.getByText('Unsaved changes'));

    await reload(`/inventory/trade-in?code=${serialNo()}`);
    await expect.element(field('ID number')).toHaveValue('');
    expect(typed()).not.toContain(SELLER.id_number);

    await open(path);
    await fillSeller();
    await reload(path);
    await expect.element(field('ID number')).toHaveValue(SELLER.id_number);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => screen.address().pathname).toBe('/inventory');
    expect(typed()).not.toContain(SELLER.id_number);

    screen = await openScreen(path, { email: MANAGER, withMenu: true });
    await fillAll();
    expect(typed()).toContain(SELLER.id_number);
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(typed).not.toContain(SELLER.id_number);

    await open(path);
    await fillAll();
    await reload(path);
    await expect.element(field('ID number')).toHaveValue(SELLER.id_number);
    await tradeIn().click();
    await isTold(`${fullName()} is taken in`);
    expect(typed()).not.toContain(SELLER.id_number);
  });

  it('forgets what was typed where the sign-in ended meanwhile, and shows it to no other cashier', async () => {
    const { unit } = await soldUnit();
    const path = `/inventory/trade-in?code=${unit.serial_number}`;
    await open(path);
    await fillSeller();
    await reload(path);
    await expect.element(field('ID number')).toHaveValue(SELLER.id_number);
    await reload(path, 'admin@demo.test');
    await expect.element(field('ID number')).toHaveValue('');
    const typed = () => Object.values(sessionStorage).join();
    await fillSeller();
    expect(typed()).toContain(SELLER.id_number);
    await reload(path, null);
    await expect.poll(typed).not.toContain(SELLER.id_number);

    await open(path);
    await userEvent.selectOptions(field('Condition rating'), '4 of 5');
    await field('Agreed amount').fill('0');
    await fillSeller();
    failCalls({ path: /\/trade-in$/, method: 'POST', status: 401, body: { code: 'unauthenticated' } });
    await tradeIn().click();
    await isTold('Unauthorized');
    expect(typed()).not.toContain(SELLER.id_number);
  });

  it('asks whoever sees no customers for a name alone', async () => {
    const serial = serialNo();
    await open(`/inventory/trade-in?code=${serial}`, 'warehouse_staff@demo.test');
    await expect.element(field('Serial number')).toHaveValue(serial);
    expect(page.getByRole('combobox', { name: 'Customer' }).query()).toBeNull();
    await page.getByRole('combobox', { name: 'Product variation' }).fill(fullName());
    await page.getByRole('option', { name: fullName() }).first().click();
    await userEvent.selectOptions(field('Condition rating'), '3 of 5');
    await field('Agreed amount').fill('0');
    await fillSeller();
    await tradeIn().click();
    await isTold(`${fullName()} is taken in`);
  });

  it('is offered where a sold unit is found, to those who take units in', async () => {
    const { unit } = await soldUnit();
    const here = `/inventory/where-is?code=${unit.serial_number}`;
    await open(here, CASHIER);
    await isShown(page.getByRole('heading', { name: fullName() }));
    expect(tradeIn().query()).toBeNull();
    await open(`/inventory/${unit.id}`);
    await isShown(tradeIn());
    await open(here);
    await tradeIn().click();
    await isShown(page.getByRole('heading', { name: 'Trade In' }));
    expect(screen.address().pathname).toBe('/inventory/trade-in');
  });
});
