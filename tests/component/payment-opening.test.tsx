import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { keepTyped } from '#renderer/features/payments/journaled-payment.ts';
import { showOpen } from '#renderer/lib/open-windows.ts';
import { services } from '#renderer/lib/services.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseServer,
  openScreen,
} from '#tests/support/component/open-screen.tsx';
import {
  amount,
  asText,
  chooseMethod,
  completeSale,
  hearNothing,
  newDraft,
  openPayment,
  paymentRow,
  pressComplete,
  reference,
  saleOf,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { dismissNotices, isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  createDraft,
  expectDone,
  openDraft,
  sell,
  unitsOnSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('opening payment', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  const isEmptyTill = () => isShown(page.getByText('Scan an item to start'));

  it('completes nothing before the version is loaded that taking a cart over has made', async () => {
    const manager = await callerAs(MANAGER);
    const draft = await openDraft(manager, await unitsOnSale(manager, 1));
    await openScreen(`/pos/${draft.id}/payment`, { email: SELLER });
    const take = page.getByRole('button', { name: 'Open it here' });
    await isShown(take);
    // The till reads the draft twice, then the page.
    const later = holdCall({ path: /\/transactions\/\d+$/, method: 'GET', after: 2 });
    await take.click();
    await isTold('Transaction loaded');
    const complete = page.getByRole('button', { name: /^Take/ });
    await expect.poll(later.sent).toBe(3);
    await expect.element(complete).toHaveAttribute('aria-disabled', 'true');
    await isShown(page.getByText('Loading the cart'));
    await pressComplete();
    later.release();
    await completeSale();
    expect((await saleOf(seller, draft.id)).status).toBe('completed');
  });

  it('completes nothing before the till has opened the draft of an address', async () => {
    const draft = await newDraft(seller);
    const opening = holdCall({ path: /\/refresh-locks$/, method: 'POST' });
    await openScreen(`/pos/${draft.id}/payment`, { email: SELLER });
    await isShown(page.getByText('Loading the cart'));
    await expect.poll(opening.sent).toBe(1);
    await pressComplete();
    opening.release();
    await completeSale();
    expect((await saleOf(seller, draft.id)).status).toBe('completed');
  });

  it('says why payment cannot be opened, and goes where one can go on', async () => {
    const screen = await openScreen('/pos/payment', { email: SELLER });
    const isAt = (path: string) => expect.poll(() => screen.address().pathname).toBe(path);
    await isTold('Cart is empty');
    await isAt('/pos');
    for (const path of ['/pos/999999999/payment', '/pos/999999999', '/pos/nonsense']) {
      await dismissNotices();
      await screen.goTo(path);
      await isTold('Transaction not found');
      await isTold('The transaction you are looking for does not exist');
      await isAt('/pos');
    }
    const { transaction: sold } = await sell(seller, await unitsOnSale(seller, 1));
    for (const path of [`/pos/${sold.id}/payment`, `/pos/${sold.id}`]) {
      await dismissNotices();
      await screen.goTo(path);
      await isTold('Transaction already completed');
      await isTold('This transaction has already been completed');
      await isAt(`/transactions/${sold.id}`);
    }
    await screen.goTo('/pos');
    await isEmptyTill();
    await userEvent.keyboard('{F8}');
    await isTold('Add items to the cart before checkout');
  });

  it('takes no payment for what costs nothing', async () => {
    const manager = await callerAs(MANAGER);
    const [unit = 0] = await unitsOnSale(manager, 1);
    const free = { type: 'percentage', value: 100, reason: 'A gift' };
    const items = [{ inventory_item_id: unit, discounts: [free] }];
    const draft = expectDone(await createDraft<WireTransaction>(manager, [], { items }));
    const screen = await openScreen(`/pos/${draft.id}`, { email: MANAGER });
    await isShown(page.getByText('Held for this sale'));
    await userEvent.keyboard('{F8}');
    await isTold('Cart total must be greater than 0');
    expect(screen.address().pathname).toBe(`/pos/${draft.id}`);
  });

  it('sells a draft that was opened by its payment address', async () => {
    const { saleId, draft } = await startPayment(seller);
    const [item] = draft.transaction_items;
    await isShown(page.getByText(item?.inventory_item.product_variation.product.name ?? '-'));
    await completeSale();
    await isGone(page.getByRole('complementary', { name: 'Cart' }));
    // Without an address nothing is mailed.
    expect(await saleOf(seller, saleId)).toMatchObject({ status: 'completed', receipt_email: null });
  });

  it.each([
    ['a payment is saved', 'Cannot save payment without a transaction'],
    ['the sale is completed', 'Cannot complete transaction without a transaction ID'],
  ])('says that the draft was deleted elsewhere when %s, and stands at the till', async (action, text) => {
    const { saleId, screen } = await startPayment(seller);
    const isSaved = action === 'a payment is saved';
    if (!isSaved) {
      await chooseMethod('GCash');
      await reference().fill(`gone-${saleId}`);
      await savePayment();
      await isShown(paymentRow('GCash'));
    }
    hearNothing();
    expectDone<object>(await seller.delete(`/transactions/${saleId}`, {}));
    if (isSaved) await savePayment();
    else await pressComplete();
    await isTold('No transaction found');
    await isTold(text);
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    await openScreen('/pos', { email: SELLER });
    await isEmptyTill();
  });

  it('leaves a cart that a colleague took over, which takes none of the payments typed here', async () => {
    const { saleId, screen, total } = await startPayment(seller);
    await chooseMethod('GCash');
    await amount().fill('250');
    await reference().fill(`over-${saleId}`);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    // The next one proposes its amount.
    await chooseMethod('Maya');
    await reference().fill(`rest-${saleId}`);
    await page.getByLabelText('Notes').fill('sent by his wife');
    await page.getByLabelText('Receipt email').fill('wife@example.ph');
    const manager = await callerAs(MANAGER);
    hearNothing();
    expectDone(await manager.post(`/transactions/${saleId}/refresh-locks`, { resume: true }));
    await savePayment();
    await isTold('Cart taken over');
    await isTold('Typed payments were not saved');
    const rest = formatMoney(pesosToCentavos(total) - 250_00, 'payment');
    await isTold(
      `GCash payment of ₱250.00 · Ref. over-${saleId}, Maya payment of ${rest} · Ref. rest-${saleId} · sent by his wife, Receipt to wife@example.ph`,
    );
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    await isEmptyTill();
    expect((await saleOf(seller, saleId)).payments).toEqual([]);
  });

  it('does not show a payment that another window is typing, but one that was cut off', async () => {
    const { id, total_amount: total } = await newDraft(seller);
    const row = { method: 'gcash', amountText: '250', status: 'pending', reference_number: `cut-${id}` };
    const typed = JSON.stringify({ row: { ...row, expectedDate: '', notes: '' }, waiting: [] });
    keepTyped(services, id, typed);
    const close = showOpen(`tindahan.open-payment ${id}`, 'another window');
    const screen = await openPayment(id);
    await expect.element(amount()).toHaveValue(asText(total));
    close();
    await screen.goTo('/dashboard');
    await isGone(amount());
    keepTyped(services, id, typed);
    await screen.goTo(`/pos/${id}/payment`);
    await expect.element(amount()).toHaveValue('250');
    await expect.element(reference()).toHaveValue(`cut-${id}`);
  });

  it('says so when loading failed', async () => {
    const { id } = await newDraft(seller);
    const screen = await openScreen(`/pos/${id}`, { email: SELLER });
    await isShown(page.getByRole('list', { name: 'Cart items' }).getByRole('listitem'));
    const { mend } = failCalls({ path: /\/transactions\/\d+$/, status: 500, body: { message: 'broken' } });
    await userEvent.keyboard('{F8}');
    await isShown(page.getByText('No transaction data available. Please start a new transaction.'));
    expect(screen.address().pathname).toBe(`/pos/${id}/payment`);
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
  });

  it('says so in its place when the server has a fault as its address is opened, and opens it then', async () => {
    const { id } = await newDraft(seller);
    const screen = await openScreen('/pos', { email: SELLER });
    await isEmptyTill();
    const { mend } = failCalls({ path: /\/transactions\/\d+$/, status: 500, body: { message: 'broken' } });
    await screen.goTo(`/pos/${id}/payment`);
    await isShown(page.getByText('No transaction data available. Please start a new transaction.'));
    expect(screen.address().pathname).toBe(`/pos/${id}/payment`);
    expect(notices().getByRole('button').elements()).toEqual([]);
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await isTold('Transaction loaded');
  });

  it('says so in its place while the server is away, and opens the draft by itself once it is back', async () => {
    const { id } = await newDraft(seller);
    const screen = await openScreen('/pos', { email: SELLER });
    await isEmptyTill();
    const { mend } = loseServer();
    await screen.goTo(`/pos/${id}/payment`);
    await isShown(page.getByText('No transaction data available. Please start a new transaction.'));
    mend();
    await isTold('Transaction loaded');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await isGone(page.getByText('No transaction data available. Please start a new transaction.'));
  });

  it('loads the sale by itself where the server goes between the till and the payment', async () => {
    const { id } = await newDraft(seller);
    await openScreen(`/pos/${id}`, { email: SELLER });
    await isShown(page.getByRole('list', { name: 'Cart items' }).getByRole('listitem'));
    const { mend } = loseServer();
    await userEvent.keyboard('{F8}');
    await isShown(page.getByText('No transaction data available. Please start a new transaction.'));
    mend();
    await isShown(amount());
  });
});
