import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { signIn } from '#tests/support/http.ts';
import { dropFirstAnswer, openSignedIn, openTillOf, toast } from '#tests/support/open-till.ts';
import { openDraft, sell } from '#tests/support/selling.ts';
import { cart, completeSale, draftSaved, goToPayment, scanToLine } from '#tests/support/till-page.ts';

const PATIENT = { timeout: 10_000 };

describe('payment', () => {
  let server: DemoServer;
  let browser: Browser;
  let page: Page;
  let troubles: string[];
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    ({ page, troubles } = await openTillOf(browser, server));
    page.setDefaultTimeout(PATIENT.timeout);
  });
  afterEach(async () => {
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  const phones = (count: number) => phonesAt(server.database, 'MNL-01', count);
  const phone = async () => {
    const [found] = await phones(1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const withTax = (net: number) => net + Math.round((net * 12) / 100);
  /** A phone in the cart and its payment screen; answers what is due. */
  const startPayment = async () => {
    const found = await phone();
    await scanToLine(page, found.imei);
    await draftSaved(page);
    await goToPayment(page);
    return {
      ...found,
      total: withTax(found.retail_price),
      saleId: Number(/pos\/(\d+)/.exec(page.url())?.[1]),
    };
  };
  const figure = (label: string) =>
    page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');
  const method = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  const amount = () => page.getByLabel('Amount');
  const save = () => page.getByRole('button', { name: 'Save Payment' }).click();
  const error = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const paymentsOf = (saleId: number) =>
    server.database.reader.selectFrom('payments').selectAll().where('transaction_id', '=', saleId).execute();
  const saleOf = (saleId: number) =>
    server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', saleId)
      .executeTakeFirstOrThrow();

  it('shows every rule on its field', async () => {
    const { saleId, total } = await startPayment();
    for (const text of ['', '0', '-5', 'abc']) {
      await amount().fill(text);
      expect(await page.getByRole('button', { name: 'Save Payment' }).getAttribute('aria-disabled')).toBe(
        'true',
      );
    }
    for (const text of ['1.234', 'abc']) {
      await amount().fill(text);
      await page.keyboard.press('Control+Enter');
      await error('Please enter a valid payment amount');
    }
    for (const name of ['Credit/Debit Card', 'GCash', 'Maya', 'Bank Transfer']) {
      await method(name);
      await amount().fill('1');
      await page.getByLabel('Reference number').fill('  ');
      await save();
      await error('Reference required');
    }
    await page.getByLabel('Reference number').fill('slip 1');
    await page.getByLabel('Expected date').fill('2020-01-01');
    await save();
    await error('Expected date cannot be in the past');
    await method('Credit/Debit Card');
    expect(await page.getByLabel('Expected date').count()).toBe(0);
    await page.getByLabel('Reference number').fill('4111 1111 1111 1111');
    await save();
    await error('Never enter a full card number. Use the slip’s reference');
    await page.getByLabel('Reference number').fill('slip 2');
    await amount().fill(formatAmount(total + 1));
    await save();
    await error(`Only ₱${formatAmount(total)} remains to be paid`);
    expect(await paymentsOf(saleId)).toEqual([]);
  });

  it('sets the status that each method starts with, and lets it be changed', async () => {
    await startPayment();
    const expected = {
      Cash: 'Completed',
      'Credit/Debit Card': 'Completed',
      GCash: 'Pending',
      Maya: 'Pending',
      'Bank Transfer': 'Pending',
    };
    for (const [name, status] of Object.entries(expected)) {
      await method(name);
      expect(await page.getByRole('radio', { name: status }).isChecked()).toBe(true);
      expect(await page.getByLabel('Expected date').count()).toBe(status === 'Pending' ? 1 : 0);
      expect(await page.getByLabel('Reference number').count()).toBe(name === 'Cash' ? 0 : 1);
    }
    await method('GCash');
    await page.getByRole('radio', { name: 'Completed' }).click();
    expect(await page.getByLabel('Expected date').count()).toBe(0);
  });

  it('offers quick cash and reckons the change of cash above the total', async () => {
    const { total, saleId } = await startPayment();
    for (const pesos of ['₱500', '₱1,000', '₱5,000']) {
      await page.getByRole('button', { name: pesos, exact: true }).click();
      expect(await amount().inputValue()).toBe(`${pesos.slice(1)}.00`);
    }
    await page.getByRole('button', { name: /^Round up/ }).click();
    const rounded = Math.ceil(total / 10_000) * 10_000;
    expect(await amount().inputValue()).toBe(formatAmount(rounded));
    await page.getByRole('button', { name: /^Exact/ }).click();
    expect(await amount().inputValue()).toBe(formatAmount(total));
    await amount().fill(formatAmount(total + 12_345));
    expect(await figure('Change').textContent()).toBe('₱123.45');
    expect(await figure('Remaining').textContent()).toBe('₱0.00');
    await completeSale(page);
    await page.getByRole('complementary', { name: 'Completed sale' }).getByText('₱123.45').first().waitFor();
    expect((await saleOf(saleId)).change_due).toBe(12_345);
  });

  it('blocks completion until several payments cover the total, and deletes one with its reason', async () => {
    const { total, saleId } = await startPayment();
    await amount().fill('100');
    await save();
    await toast(page, 'Payment saved').waitFor();
    expect(await amount().inputValue()).toBe(formatAmount(total - 10_000));
    expect(await figure('Covered').textContent()).toBe(`₱${formatAmount(total)}`);
    await amount().fill('');
    await page.keyboard.press('Control+Enter');
    await toast(page, `Please add ₱${formatAmount(total - 10_000)} more in payments`).waitFor();
    await page.getByRole('button', { name: 'Delete Cash payment' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Reason').fill('  ');
    await page.getByRole('button', { name: 'Delete ₱100.00' }).click();
    await error('Please provide a reason for deleting this payment');
    await page.getByLabel('Reason').fill('wrong note');
    await page.getByRole('button', { name: 'Delete ₱100.00' }).click();
    await page.getByText('Deleted by Joel Cruz · wrong note').waitFor();
    expect(await amount().inputValue()).toBe(formatAmount(total));
    await method('GCash');
    await page.getByLabel('Reference number').fill('g-1');
    await amount().fill('250.50');
    await save();
    await page.getByText('Ref. g-1').waitFor();
    await completeSale(page);
    const counted = (await paymentsOf(saleId)).filter((payment) => payment.deleted_at === null);
    expect(counted.map(({ method: by, amount: sum, status }) => [by, sum, status])).toEqual([
      ['gcash', 25_050, 'pending'],
      ['cash', total - 25_050, 'completed'],
    ]);
  });

  it('takes one payment by a double click on Save Payment', async () => {
    const { saleId } = await startPayment();
    await amount().fill('100');
    await page.getByRole('button', { name: 'Save Payment' }).dblclick({ delay: 60 });
    await toast(page, 'Payment saved').waitFor();
    expect(await paymentsOf(saleId)).toHaveLength(1);
    await amount().fill('200');
    await save();
    await expect.poll(async () => (await paymentsOf(saleId)).length).toBe(2);
  });

  it('completes nothing by a double click on Checkout, and one sale by a double click on Complete Sale', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    const checkout = page.getByRole('button', { name: /^Checkout/ });
    const box = await checkout.boundingBox();
    await checkout.click();
    await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    const saleId = Number(/pos\/(\d+)/.exec(page.url())?.[1]);
    expect(await page.getByRole('heading', { name: 'Complete Payment' }).isVisible()).toBe(true);
    expect(await paymentsOf(saleId)).toEqual([]);

    const completed = page.getByRole('heading', { name: 'Sale complete' });
    await expect
      .poll(async () => {
        const button = page.getByRole('button', { name: /^Complete Sale/ });
        if (await button.isVisible())
          await button.dblclick({ delay: 30, timeout: 1000 }).catch(() => undefined);
        return completed.isVisible();
      }, PATIENT)
      .toBe(true);
    expect(await paymentsOf(saleId)).toHaveLength(1);
    expect((await saleOf(saleId)).status).toBe('completed');
  });

  it('takes one payment when its answer was lost and it is saved again', async () => {
    const { saleId } = await startPayment();
    const sent = await dropFirstAnswer(page, { method: 'POST', path: /\/payments$/ });
    await amount().fill('100');
    await save();
    await toast(page, 'The server cannot be reached').waitFor();
    await page.getByText('Existing payments').waitFor();
    await page.getByText('Sales cannot be completed').waitFor({ state: 'detached' });
    expect(await amount().inputValue()).toBe('100');
    await save();
    await toast(page, 'Payment saved').waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(await paymentsOf(saleId)).toHaveLength(1);
  });

  it('completes one sale when the answer was lost and it is pressed again, and shows its change', async () => {
    const { saleId, total } = await startPayment();
    const sent = await dropFirstAnswer(page, { method: 'POST', path: /\/complete$/ });
    await amount().fill(formatAmount(total + 5_000));
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The server cannot be reached').waitFor();
    await page.getByText('Sales cannot be completed').waitFor({ state: 'detached' });
    await completeSale(page);
    await page.getByRole('complementary', { name: 'Completed sale' }).getByText('₱50.00').first().waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(await paymentsOf(saleId)).toHaveLength(1);
    expect((await saleOf(saleId)).status).toBe('completed');
    await page.getByText('No draft yet. The first item starts one.').waitFor();
  });

  it('follows the cart when the cashier goes back, adds a unit and returns', async () => {
    const { total, retail_price: first } = await startPayment();
    await amount().fill('100');
    await save();
    await toast(page, 'Payment saved').waitFor();
    await page.getByRole('button', { name: 'Back to the till' }).click();
    await cart(page).waitFor();
    const second = await phone();
    await scanToLine(page, second.imei);
    await goToPayment(page);
    const both = withTax(first + second.retail_price);
    expect(both).not.toBe(total);
    expect(await figure('Total due').textContent()).toBe(`₱${formatAmount(both)}`);
    expect(await amount().inputValue()).toBe(formatAmount(both - 10_000));
    await page.reload();
    await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    expect(await amount().inputValue()).toBe(formatAmount(both - 10_000));
    await completeSale(page);
  });

  it('says why payment cannot be opened, and stands at the till', async () => {
    await page.goto('/pos/payment');
    await toast(page, 'Cart is empty').waitFor();
    await expect.poll(() => page.url()).toMatch(/\/pos$/);
    for (const path of ['/pos/999999999/payment', '/pos/999999999', '/pos/nonsense']) {
      await page.goto(path);
      await toast(page, 'Transaction not found').waitFor();
      await toast(page, 'The transaction you are looking for does not exist').waitFor();
      await expect.poll(() => page.url()).toMatch(/\/pos$/);
    }
    const manager = await signIn(server.url, 'store_manager@demo.test');
    const { transaction } = await sell(manager, [(await phone()).id]);
    for (const path of [`/pos/${transaction.id}/payment`, `/pos/${transaction.id}`]) {
      await page.goto(path);
      await toast(page, 'Transaction already completed').waitFor();
      await toast(page, 'This transaction has already been completed').waitFor();
      await expect.poll(() => page.url()).toMatch(/\/pos$/);
    }
    await page.keyboard.press('F8');
    await toast(page, 'Add items to the cart before checkout').waitFor();
  });

  it('sells a draft that was opened by its payment address', async () => {
    const [mine, other] = await phones(2);
    if (!mine || !other) throw new Error('no phones left');
    const salesperson = await signIn(server.url, 'salesperson@demo.test');
    const draft = await openDraft(salesperson, [other.id]);
    await page.goto(`/pos/${draft.id}/payment`);
    await page.getByText(`IMEI ${other.imei}`).waitFor();
    await completeSale(page);
    await cart(page).waitFor({ state: 'detached' });
  });

  it('says so when loading failed', async () => {
    await page.route(/\/transactions\/\d+$/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"broken"}' }),
    );
    await scanToLine(page, (await phone()).imei);
    await draftSaved(page);
    await page.keyboard.press('F8');
    await page.getByText('No transaction data available. Please start a new transaction.').waitFor();
  });
});

describe('payment at a store that takes only cash and card', () => {
  let server: DemoServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const takeOnly = (methods: string[]) =>
    server.database.write(async (writer) => {
      const { settings_json } = await writer
        .selectFrom('stores')
        .select('settings_json')
        .where('code', '=', 'MNL-01')
        .executeTakeFirstOrThrow();
      const settings = { ...(JSON.parse(settings_json ?? '{}') as object), payment_methods: methods };
      const update = { settings_json: JSON.stringify(settings) };
      await writer.updateTable('stores').set(update).where('code', '=', 'MNL-01').execute();
    });

  it('offers those two, and says so when the server takes one of them no more', async () => {
    await takeOnly(['cash', 'card']);
    const { page } = await openSignedIn(browser, server);
    await page.getByText('Scan an item to start').waitFor();
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await scanToLine(page, phone?.imei ?? '');
    await draftSaved(page);
    await goToPayment(page);
    const methods = page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio');
    expect(await methods.allTextContents()).toEqual(['Cash', 'Credit/Debit Card']);
    await takeOnly(['cash']);
    await page.getByRole('radio', { name: 'Credit/Debit Card' }).click();
    await page.getByLabel('Reference number').fill('slip 3');
    await page.getByRole('button', { name: 'Save Payment' }).click();
    await toast(page, /does not take Credit\/Debit Card/).waitFor();
    await page.context().close();
  });
});
