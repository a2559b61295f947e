import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import {
  choosePaymentEntry,
  newDraft,
  openPayment,
  paymentDialog,
  pressComplete,
  saleOf,
  SELLER,
} from '#tests/support/component/payment.ts';
import { pressUntil, pressWithCtrl } from '#tests/support/component/press-until.ts';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { isRead } from '#tests/support/is-read.ts';
import { expectDone, pay, sellOnTrust, serialsOnSale, unitsOnSale } from '#tests/support/selling.ts';
import { look, sent } from '#tests/support/transfers.ts';

const MANAGER = 'store_manager@demo.test';
const REGIONAL = 'regional_manager@demo.test';

describe('a key that is pressed again at once', () => {
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    [manager, seller] = await Promise.all([callerAs(MANAGER), callerAs(SELLER)]);
  });

  it('completes no sale where it has deleted a payment', async () => {
    const draft = await newDraft(seller);
    await pay(seller, draft.id, { method: 'cash', amount: 100 });
    await openPayment(draft.id);
    await choosePaymentEntry('₱100.00', 'Delete');
    await paymentDialog().getByLabelText('Reason').fill('Wrong one');
    const completions = watchCalls({ path: /\/complete$/, method: 'POST' });
    await pressComplete();
    await isGone(paymentDialog());
    await pressComplete();
    await isTold('Payment deleted');
    expect(completions).toEqual([]);
    expect((await saleOf(seller, draft.id)).status).toBe('draft');
    await isRead();
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
  });

  it('receives no transfer where it has marked a unit as damaged', async () => {
    const regional = await callerAs(REGIONAL);
    const stores = expectDone(await regional.get<{ id: number; code: string }[]>('/stores'));
    const storeId = stores.find(({ code }) => code === 'CEB-01')?.id ?? 0;
    const units = await serialsOnSale(manager, 2);
    const { id } = await sent(
      manager,
      storeId,
      units.map((unit) => unit.id),
    );
    await openScreen(`/inventory/transfers/${id}`, { email: REGIONAL, storeId });
    await page.getByLabelText('Scan an IMEI, serial number or QR code').fill(units[0]?.code ?? '');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('status', { name: 'Last scan' }).getByText(/^Scanned by/));
    await page.getByRole('button', { name: 'Mark damaged' }).click();
    await page.getByRole('alertdialog').getByLabelText('Reason').fill('Cracked');
    const receipts = watchCalls({ path: /\/receive$/, method: 'POST' });
    await pressComplete();
    await isGone(page.getByRole('alertdialog'));
    await pressComplete();
    await isShown(page.getByRole('row').getByText('Damaged'));
    expect(receipts).toEqual([]);
    expect(await look(manager, id)).toMatchObject({ status: 'in_transit', received_count: 0 });
  });

  it('makes one customer, while the next page is drawn', async () => {
    const { address } = await openScreen('/customers/new', { email: MANAGER });
    const name = `Pressed ${crypto.randomUUID().slice(0, 8)}`;
    await page.getByLabelText('Name').fill(name);
    await page.getByLabelText('Phone').fill('0917 555 0101');
    const made = watchCalls({ path: /\/customers$/, method: 'POST' });
    await pressUntil(
      () => !address().pathname.endsWith('/new') && !document.querySelector('form'),
      () => pressWithCtrl('s'),
    );
    expect(made).toHaveLength(1);
  });

  it('takes one payment of a sale, while its dialog goes', async () => {
    const { sale, payment } = await sellOnTrust(manager, await unitsOnSale(manager, 1, { least: 1000 }));
    expectDone(await manager.post<object>(`/payments/${payment.id}/mark-failed`, { reason: 'Elsewhere' }));
    await openScreen(`/transactions/${sale.id}?dialog=payment`, { email: MANAGER });
    await page.getByRole('dialog').getByLabelText('Amount').fill('100');
    const taken = watchCalls({ path: /\/payments$/, method: 'POST' });
    const form = () => document.querySelector<HTMLFormElement>('[role=dialog] form');
    await pressUntil(
      () => form() === null,
      () => form()?.requestSubmit(),
    );
    await isTold('Payment saved');
    expect(taken).toHaveLength(1);
  });
});
