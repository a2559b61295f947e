import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { pos } from '#contract/pos.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, loseAnswer, openScreen } from '#tests/support/component/open-screen.tsx';
import { paymentFigure, pressComplete } from '#tests/support/component/payment.ts';
import { dismissNotices, errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import {
  cart,
  cartLines,
  draftSaved,
  enterCode,
  inCart,
  openTill,
  pressTillKey,
} from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, sell, sellOnTrust, type WireTransaction } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'payment');

describe('an exchange on the screen', () => {
  let manager: Caller;
  let managerName: string;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const { staff } = expectDone(await manager.get<{ staff: { name: string } }>('/staff/me'));
    managerName = staff.name;
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog', { name: /^Exchange items of/ });
  const reason = () => dialog().getByLabelText('Reason');
  const comingBack = () => page.getByRole('region', { name: 'Coming back' });
  const card = (name: string) => page.getByRole('region', { name });
  const begin = () => dialog().getByRole('button', { name: 'Scan what goes out' });
  const shows = (label: string, amount: number) =>
    expect.poll(() => paymentFigure(label)).toBe(pesos(amount));
  const cents = (amount: number) => Math.round(amount * 100) / 100;
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  /** Returns new units on sale with a code that can be typed, the cheapest first. */
  const onSale = async () => {
    type Products = z.input<typeof pos.products.response>;
    const { data } = expectDone(await manager.get<Products>('/pos/products?limit=100'));
    return data
      .flatMap(({ variations }) => variations)
      .flatMap(({ id, retail_price: price, availableItems }) =>
        availableItems
          .filter(({ status, category }) => status === 'available' && category === 'new')
          .map(({ id: unitId, imei, serial_number: serial }) => {
            return { variation: id, price, unitId, imei, code: imei ?? serial ?? '' };
          }),
      )
      .filter(({ code }) => /\d/.test(code))
      .toSorted((one, other) => one.price - other.price);
  };
  const cheap = async () => {
    const [unit] = await onSale();
    if (!unit) throw new Error('Nothing is on sale');
    return unit;
  };
  const sellThese = async (unitIds: number[]) => (await sell(manager, unitIds)).transaction;
  /** Sells a phone that costs more than most, of which the store has another one. */
  const dearPhone = async () => {
    const phones = (await onSale()).filter(({ imei }) => imei !== null).toReversed();
    const phone = phones.find(({ variation, unitId }) =>
      phones.some((other) => other.variation === variation && other.unitId !== unitId),
    );
    if (!phone) throw new Error('The store has no two phones of a kind');
    return phone;
  };
  const sellPhone = async () => sellThese([(await dearPhone()).unitId]);
  const codeIn = ({ transaction_items: [line] }: WireTransaction) => line?.inventory_item.imei ?? '';
  /** Returns the code of another unit of the product and variation that a sale is of. */
  const sameAs = async ({ transaction_items: [line] }: WireTransaction): Promise<string> => {
    const sold = line?.inventory_item.product_variation.id;
    const other = (await onSale()).find(({ variation }) => variation === sold);
    if (!other) throw new Error('The store has no other one');
    return other.code;
  };

  /** Begins the exchange of a sale on its page. */
  async function beginWith(sale: WireTransaction, email = MANAGER): Promise<void> {
    await openScreen(`/transactions/${sale.id}?dialog=exchange`, { email });
    await reason().fill('Does not charge');
    await begin().click();
    await isShown(comingBack());
  }
  /** Adds what goes out, and goes to its payment. */
  async function payFor(code: string): Promise<number> {
    await enterCode(code);
    await isShown(cartLines());
    await draftSaved();
    await dismissNotices();
    await pressTillKey('F8');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    return cents(Number(paymentFigure('Total due')?.replace(/[₱,]/g, '')));
  }
  const completes = async () => {
    await expect.element(button(/^(Complete exchange|Take)/)).not.toHaveAttribute('aria-disabled', 'true');
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Exchange complete' }));
  };
  /** Returns the sale that the only refund of a sale went into. */
  const exchangedFor = async (sale: WireTransaction) => {
    const [refund] = (await read(sale.id)).refunds;
    return read(refund?.exchanged_for?.transaction_id ?? 0);
  };

  it('begins with the unit that is scanned at the till, and gives back what is left', async () => {
    const sale = await sellPhone();
    const out = await cheap();
    await openTill(MANAGER);
    await enterCode(codeIn(sale));
    await isShown(page.getByRole('dialog', { name: /^Refund/ }));
    await button('Exchange instead').click();
    await expect.element(dialog().getByRole('checkbox').first()).toBeChecked();
    await isShown(dialog().getByText(/^In warranty until/));
    expect(await axeViolations()).toEqual([]);
    await pressComplete();
    await expect.poll(() => errorOf(reason())).toBe('Reason required');
    await dialog().getByRole('combobox').selectOptions('Defective');
    await reason().fill('Does not charge');
    await pressComplete();
    await isShown(
      comingBack()
        .getByText(/· Defective$|^Defective$/)
        .first(),
    );
    await isShown(comingBack().getByText(`−${inCart(sale.total_amount)}`));
    await isShown(cart().getByText('Scan what goes out'));
    expect(await axeViolations()).toEqual([]);

    const total = await payFor(out.code);
    const rest = cents(sale.total_amount - total);
    await shows('Covered', total);
    await shows('Remaining', 0);
    await shows('Goes back', rest);
    expect(page.getByRole('region', { name: 'New payment' }).elements()).toEqual([]);
    await isShown(card('Coming back').getByText(`Cash ${pesos(rest)}`));
    expect(await axeViolations()).toEqual([]);
    await completes();
    await isShown(page.getByText('Cash, goes back'));
    const bought = await exchangedFor(sale);
    expect(bought).toMatchObject({
      status: 'completed',
      payments: [{ method: 'exchange', amount: total }],
      exchange_of: {
        invoice_number: sale.invoice_number,
        items: [{ disposition: 'defective' }],
        payouts: [
          { method: 'exchange', amount: total },
          { method: 'cash', amount: rest },
        ],
      },
    });
  });

  it('asks only for the difference, and both pages lead to each other', async () => {
    const sale = await sellThese([(await cheap()).unitId]);
    const { code } = await dearPhone();
    await beginWith(sale);
    const total = await payFor(code);
    await shows('Covered', sale.total_amount);
    await shows('Remaining', cents(total - sale.total_amount));
    await isShown(button(new RegExp(`Take ${pesos(cents(total - sale.total_amount)).replace('.', '\\.')}`)));
    await completes();
    const bought = await exchangedFor(sale);
    expect(bought.payments).toMatchObject([
      { method: 'exchange', amount: sale.total_amount },
      { method: 'cash', amount: cents(total - sale.total_amount) },
    ]);
    await openScreen(`/transactions/${sale.id}`, { email: MANAGER });
    await isShown(card('Timeline').getByText(new RegExp(`exchanged for`)));
    await card('Refunds')
      .getByRole('link', { name: bought.invoice_number ?? '-' })
      .click();
    await isShown(page.getByRole('heading', { name: bought.invoice_number ?? '-' }));
    await isShown(card('Came back for it').getByRole('link', { name: sale.invoice_number ?? '-' }));
    // Its value is no payment to be changed or deleted, and the sale is not voided.
    await button(/^More actions/).click();
    const entries = page.getByRole('menuitem');
    await expect
      .poll(() => entries.elements().map(({ textContent }) => textContent))
      .toEqual(['Refund', 'Exchange']);
  });

  it('gives the rest back by another method, with its reference', async () => {
    const sale = await sellPhone();
    const out = await cheap();
    await beginWith(sale);
    const total = await payFor(out.code);
    await card('Coming back').getByLabelText('Money goes back by').selectOptions('GCash');
    await card('Coming back').getByLabelText('Reference number').fill('GC-1');
    await completes();
    expect((await read(sale.id)).refunds[0]?.payouts).toEqual([
      { method: 'exchange', amount: total, reference_number: null },
      { method: 'gcash', amount: cents(sale.total_amount - total), reference_number: 'GC-1' },
    ]);
  });

  it('under the warranty is even, for one other of the same', async () => {
    const sale = await sellPhone();
    await openScreen(`/transactions/${sale.id}?dialog=exchange`, { email: MANAGER });
    await dialog()
      .getByRole('checkbox', { name: /^Under warranty/ })
      .click();
    await isShown(dialog().getByText(/It runs on for the new item\.$/));
    await expect.element(dialog().getByRole('combobox')).toHaveDisplayValue('Defective');
    await reason().fill('No signal');
    await begin().click();
    await isShown(comingBack().getByText('Under warranty, even'));
    await enterCode((await cheap()).code);
    await isShown(
      cart().getByText('Under its warranty, scan one other item of the same product and variation'),
    );
    await cartLines()
      .getByRole('button', { name: /^Remove/ })
      .click();
    const total = await payFor(await sameAs(sale));
    expect(total).toBe(sale.total_amount);
    await shows('Remaining', 0);
    await completes();
    const bought = await exchangedFor(sale);
    expect(bought.total_amount).toBe(sale.total_amount);
    expect(bought.transaction_items[0]?.warranty?.until).toBe(sale.transaction_items[0]?.warranty?.until);
  });

  it('of a sale on trust says that nothing of it pays, and is not even', async () => {
    const { sale } = await sellOnTrust(manager, [(await dearPhone()).unitId]);
    await openScreen(`/transactions/${sale.id}?dialog=exchange`, { email: MANAGER });
    await isShown(dialog().getByText(/Only what was verified pays for other items\.$/));
    // It is offered, and says what has to be done first.
    const even = dialog().getByRole('checkbox', { name: /^Under warranty/ });
    await even.click();
    await isShown(
      dialog()
        .getByRole('alert')
        .getByText(/is still pending\. Verify that payment first/),
    );
    await expect.element(begin()).toHaveAttribute('aria-disabled', 'true');
    await even.click();
    await expect.element(begin()).not.toHaveAttribute('aria-disabled', 'true');
    await reason().fill('Changed their mind');
    await begin().click();
    const out = await cheap();
    const total = await payFor(out.code);
    await shows('Covered', 0);
    await shows('Remaining', total);
    await isShown(card('Coming back').getByText('Nothing of it was paid and verified: it pays nothing'));
  });

  it('is changed and cancelled at the till; another sale’s waits for it', async () => {
    const [first, second] = [await sellPhone(), await sellPhone()];
    await beginWith(first);
    await button('Change what comes back').click();
    await expect.element(reason()).toHaveValue('Does not charge');
    await reason().fill('Too small');
    await begin().click();
    await isShown(comingBack().getByText('Too small'));
    await enterCode(codeIn(second));
    await isShown(page.getByRole('dialog', { name: /^Refund/ }));
    await button('Exchange instead').click();
    await reason().fill('Another');
    await begin().click();
    await isTold('Another exchange is at the till');
    await isTold(`Complete or cancel the exchange of ${first.invoice_number} first.`);
    await userEvent.keyboard('{Escape}');
    await isGone(dialog());
  });

  it('is cancelled with nothing done', async () => {
    const sale = await sellPhone();
    await beginWith(sale);
    await button('Cancel the exchange').click();
    await isGone(comingBack());
    await isTold('Exchange cancelled');
    expect((await read(sale.id)).status).toBe('completed');
  });

  it('is approved by a manager for whoever may not refund; until then nothing is done', async () => {
    await setPin(manager);
    const sale = await sellPhone();
    const out = await cheap();
    await beginWith(sale, SELLER);
    await payFor(out.code);
    await expect.element(button('Complete exchange')).not.toHaveAttribute('aria-disabled', 'true');
    await pressComplete();
    const asking = page.getByRole('dialog', { name: 'Ask a manager' });
    await isShown(asking.getByText('Exchange items of this sale. You stay signed in.'));
    await isShown(asking.getByText(sale.invoice_number ?? '-', { exact: true }));
    await isShown(asking.getByText('Does not charge', { exact: true }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await isGone(asking);
    expect((await read(sale.id)).status).toBe('completed');
    await pressComplete();
    await expect.element(asking.getByLabelText('PIN', { exact: true })).toHaveFocus();
    await asking.getByLabelText('PIN', { exact: true }).fill(PIN);
    await asking.getByRole('button', { name: 'Approve' }).click();
    await isShown(page.getByRole('heading', { name: 'Exchange complete' }));
    const { status, timeline } = await read(sale.id);
    expect([status, timeline?.[0]?.approved_by]).toEqual(['refunded', managerName]);
  });

  it('whose answer was lost is done once', async () => {
    const sale = await sellPhone();
    const out = await cheap();
    await beginWith(sale);
    await payFor(out.code);
    const { keys } = loseAnswer({ path: /\/exchanges$/, method: 'POST' });
    await expect.element(button('Complete exchange')).not.toHaveAttribute('aria-disabled', 'true');
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Exchange complete' }));
    expect(new Set(keys).size).toBe(1);
    expect((await read(sale.id)).refunds).toHaveLength(1);
  });

  it('says why it was refused, and stays', async () => {
    const sale = await sellPhone();
    const out = await cheap();
    await beginWith(sale);
    await payFor(out.code);
    const body = {
      message: 'There is not so much cash in the drawer. Put cash in first',
      code: 'beyond_drawer',
    };
    failCalls({ path: /\/exchanges$/, method: 'POST', status: 409, body });
    await expect.element(button('Complete exchange')).not.toHaveAttribute('aria-disabled', 'true');
    await pressComplete();
    await isTold(body.message);
    await isShown(card('Coming back'));
  });
});
