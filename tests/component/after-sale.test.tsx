import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { completeSale } from '#tests/support/component/payment.ts';
import { dismissNotices, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { cartIsEmpty } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { openDraft, unitsOnSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('the sale just completed', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const completed = () => page.getByRole('complementary', { name: 'Completed sale' });
  const invoice = () => completed().getByRole('link', { name: /^MNL-01-\d+$/ });

  /** Completes a sale at the till; returns its draft. */
  const complete = async (receiptEmail = '') => {
    const draft = await openDraft(manager, await unitsOnSale(manager, 1));
    await openScreen(`/pos/${draft.id}/payment`, { email: MANAGER, withMenu: true });
    await isTold('Transaction loaded');
    if (receiptEmail) await page.getByLabelText('Receipt email').fill(receiptEmail);
    await completeSale();
    return draft;
  };

  it('sends its receipt by email, and says where to', async () => {
    await complete();
    expect(
      completed()
        .getByText(/^Receipt sent to/)
        .elements(),
    ).toEqual([]);
    await completed().getByRole('button', { name: 'Email Receipt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Email', { exact: true }).fill('buyer@shop.test');
    await userEvent.keyboard('{Enter}');
    await isTold('Receipt sent to buyer@shop.test');
    await isGone(dialog);
    await isShown(completed().getByText('Receipt sent to buyer@shop.test'));
  });

  it('says where the receipt went that was asked for with the payment, and its number is kept here', async () => {
    await complete('paid@shop.test');
    await isShown(completed().getByText('Receipt sent to paid@shop.test'));
    const kept = () => Object.keys(localStorage).filter((name) => name.includes('.last-invoice-'));
    await expect.poll(kept).toHaveLength(1);
    const no = Number(/\d+$/.exec(invoice().element().textContent ?? '')?.[0]);
    expect(localStorage.getItem(kept()[0] ?? '')).toMatch(new RegExp(`^\\d+\\.${no}\\.`));
  });

  it('is one click away, and its receipt is not shown as a valid one any more once it is void', async () => {
    const draft = await complete();
    await dismissNotices();
    await expect.element(invoice()).toHaveAttribute('href', `/transactions/${draft.id}`);
    await invoice().click();
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByLabelText('Reason').fill('Wrong customer');
    await asked.getByRole('button', { name: /^Void ₱/ }).click();
    await isTold('Transaction voided');
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await cartIsEmpty();
    await isGone(completed());
  });
});
