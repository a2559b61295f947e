import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { payments } from '#contract/payments.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { complete, expectDone, openDraft, pay } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('pending payments', () => {
  const shop = demoShop();
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
    seller = await signIn(shop.server.url, 'salesperson@demo.test');
  });
  const rows = (page: Page) => page.getByRole('table', { name: 'Pending payments' }).getByRole('row');
  const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

  /** Makes a pending GCash payment for a phone's sale. */
  const expectMoney = async (reference: string) => {
    const [phone] = await phonesAt(shop.server.database, 'MNL-01', 1);
    const draft = await openDraft(seller, [phone?.id ?? 0]);
    const payment = await pay(seller, draft.id, {
      method: 'gcash',
      amount: draft.total_amount,
      reference_number: reference,
    });
    expectDone(await complete(seller, draft.id));
    return payment;
  };

  it('are reached from the menu that counts them, kept by back and reload, and verified from the keyboard alone', async () => {
    const payment = await expectMoney('KEYS 1');
    const page = await shop.open({ email: MANAGER, path: '/dashboard' });
    const waiting = expectDone(
      await manager.get<z.input<typeof payments.pending.response>>('/payments/pending'),
    );
    const entry = page.getByRole('link', { name: `Pending Payments ${waiting.count} waiting` });
    await entry.press('Enter');
    await row(page, 'KEYS 1').waitFor();
    await page.getByRole('searchbox', { name: 'Reference, number or customer' }).focus();
    await page.keyboard.type('keys1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=keys1$/);
    await page.goBack();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await page.goForward();
    await page.reload();
    await row(page, 'KEYS 1').waitFor();
    expect(await rows(page).count()).toBe(2);
    await page.getByRole('searchbox').focus();
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    for (let stops = 0; stops < 12 && !(await focused())?.startsWith('Verify'); stops += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await expect.poll(() => notes.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Payment verified').waitFor();
    await page.getByText('No pending payments for these filters').waitFor();
    const { status } = await shop.server.database.reader
      .selectFrom('payments')
      .select('status')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('completed');
  });
});
