import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  chooseMethod,
  completeSale,
  asText,
  paymentFigure,
  pressComplete,
  reference,
  saleOf,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import {
  cart,
  cartIsEmpty,
  cartLines,
  enterCode,
  inCart,
  openCart,
  pressTillKey,
} from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { addPayment, expectDone, openDraft, serialsOnSale, unitsOnSale } from '#tests/support/selling.ts';
import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';

const ALL_METHODS: WireSettings['payment_methods'] = ['cash', 'card', 'gcash', 'maya', 'bank_transfer'];
const OFF = { pos_enabled: false, online_orders: false, repairs: false };

describe('an open till whose store’s settings somebody else changes', () => {
  let admin: Caller;
  let seller: Caller;
  let store: { id: number; name: string; code: string; settings: WireSettings };
  beforeAll(async () => {
    admin = await callerAs('admin@demo.test');
    seller = await callerAs(SELLER);
    const stores = expectDone(await admin.get<(typeof store)[]>('/stores'));
    store = stores.find(({ code }) => code === 'MNL-01') as typeof store;
  });
  const change = (settings: Partial<WireSettings>) =>
    saveSettings(admin, store.id, { payment_methods: ALL_METHODS, ...settings });
  beforeEach(() => change({}));
  afterEach(() => saveSettings(admin, store.id, store.settings));

  const search = () => page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
  /** Triggers the screen's next call, whose answer reports the change. */
  const hear = () => search().fill(`nothing ${crypto.randomUUID()}`);
  const centavos = (pesos: number) => Math.round(pesos * 100) / 100;
  const checkout = () => page.getByRole('button', { name: /^Checkout/ });

  describe('at the cart', () => {
    it('says that the tax is another one, and what the total is now', async () => {
      const draft = await openCart(SELLER, seller);
      await change({ tax_rate: 5 });
      await hear();
      await isTold('Tax is now 5%');
      const total = centavos(draft.subtotal * 1.05);
      await isTold(`The total is $${asText(total)}. It was $${asText(draft.total_amount)}.`);
      await isShown(cart().getByText('Tax 5%'));
      await isShown(cart().getByText(inCart(total)));
      expect(cartLines().elements()).toHaveLength(1);
      await expect.poll(() => saleOf(seller, draft.id)).toMatchObject({ tax_rate: 5, total_amount: total });
      expect(notices().getByText('Prices have changed').elements()).toEqual([]);
    });

    it('keeps the cart when the time zone changes, too', async () => {
      const moveTo = async (timezone: string) =>
        expectDone(await admin.put<object>(`/stores/${store.id}`, { timezone }));
      await openScreen('/pos', { email: SELLER });
      const [unit] = await serialsOnSale(seller, 1);
      await enterCode(unit?.code ?? '');
      await isShown(cartLines());
      // It has the same time as Manila.
      await moveTo('Asia/Singapore');
      await change({ tax_rate: 5 });
      await hear();
      await isTold('Tax is now 5%');
      expect(cartLines().elements()).toHaveLength(1);
      await moveTo('Asia/Manila');
    });

    it('says that prices hold the tax by now', async () => {
      const draft = await openCart(SELLER, seller);
      await change({ prices_include_tax: true });
      await hear();
      await isTold('Prices now include 12% tax');
      await isTold(`The total is $${asText(draft.subtotal)}. It was $${asText(draft.total_amount)}.`);
      await isShown(cart().getByText('Incl. tax 12%'));
      await pressTillKey('F4');
      const dialog = page.getByRole('dialog', { name: 'Discounts' });
      await dialog.getByLabelText('Applies to').selectOptions('Whole cart');
      await isShown(dialog.getByRole('status', { name: 'Preview' }).getByText('Cart, tax included'));
    });

    it('says the tax that holds for a sale which was paid already', async () => {
      const draft = await openDraft(seller, await unitsOnSale(seller, 1));
      const form = { method: 'card', amount: draft.total_amount, reference_number: 'S-1' };
      expectDone(await addPayment(seller, draft.id, form));
      await change({ tax_rate: 5 });
      await openScreen(`/pos/${draft.id}`, { email: SELLER });
      await isTold('Transaction loaded');
      await isShown(cart().getByText('Tax 12%, as when it was paid'));
      await isShown(cart().getByText(inCart(draft.total_amount)));
      expect(notices().getByText('Tax is now 5%').elements()).toEqual([]);
    });

    it('charges it on a cart that begins afterwards, without a word', async () => {
      await openScreen('/pos', { email: SELLER });
      await cartIsEmpty();
      const off = page.getByRole('alert').getByText(/^Point of sale is off/);
      await change({ features: OFF });
      await hear();
      await isShown(off);
      // An empty cart shows no tax: the reactivated till shows that the settings sent with it are known.
      await change({ tax_rate: 5 });
      await hear();
      await isGone(off);
      const [unit] = await serialsOnSale(seller, 1);
      await enterCode(unit?.code ?? '');
      await isShown(cart().getByText('Tax 5%'));
      expect(notices().getByText('Tax is now 5%').elements()).toEqual([]);
    });

    it('says why nothing is added once POS is off, and keeps the cart until it is held', async () => {
      const draft = await openCart(SELLER, seller);
      const [unit] = await serialsOnSale(seller, 1);
      await change({ features: OFF });
      await hear();
      await isShown(page.getByRole('alert').getByText(`Point of sale is off for ${store.name}.`));
      expect(await axeViolations()).toEqual([]);
      await enterCode(unit?.code ?? '');
      await isTold('Nothing was added');
      expect(cartLines().elements()).toHaveLength(1);
      await expect.element(checkout()).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('button', { name: 'Save Transaction' }).click();
      await isTold('Transaction saved');
      await cartIsEmpty();
      expect((await saleOf(seller, draft.id)).items_count).toBe(1);
    });

    it('can be emptied while POS is off, and goes on when it is on again', async () => {
      const draft = await openCart(SELLER, seller);
      await change({ features: OFF });
      await hear();
      await isShown(page.getByRole('alert').getByText(/^Point of sale is off/));
      await change({});
      await hear();
      await isGone(page.getByRole('alert').getByText(/^Point of sale is off/));
      await expect.element(checkout()).not.toHaveAttribute('aria-disabled', 'true');
      await change({ features: OFF });
      await hear();
      await isShown(page.getByRole('alert').getByText(/^Point of sale is off/));
      await page.getByRole('button', { name: 'Clear Items' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Clear/ })
        .click();
      await expect.poll(async () => (await saleOf(seller, draft.id)).items_count).toBe(0);
    });

    it('says so when the store is theirs no more, and loses nothing', async () => {
      const draft = await openCart(SELLER, seller);
      // The list of one's stores after this one was deactivated, or reassigned.
      const another = { ...store, id: store.id + 1, code: 'QC-01', name: 'Quezon City' };
      failCalls({ path: /\/stores$/, status: 200, body: [another] });
      await change({ tax_rate: 11 });
      await hear();
      await isShown(
        page
          .getByRole('alert')
          .getByText(`${store.name} is not one of your stores any more, or is inactive.`),
      );
      expect(cartLines().elements()).toHaveLength(1);
      expect((await saleOf(seller, draft.id)).items_count).toBe(1);
    });
  });

  describe('at the payment', () => {
    /** Checking where a reference was used before is a call like any other. */
    const hearByReference = () => reference().fill(`R-${crypto.randomUUID().slice(0, 8)}`);

    it('shows another total with its words, and keeps what was typed', async () => {
      const { draft, saleId } = await startPayment(seller);
      await chooseMethod('Credit/Debit Card');
      await amount().fill('100');
      await change({ tax_rate: 5 });
      await hearByReference();
      await isTold('Tax is now 5%');
      const total = centavos(draft.subtotal * 1.05);
      await expect.poll(() => paymentFigure('Total due')).toBe(`₱${asText(total)}`);
      await expect.element(amount()).toHaveValue('100');
      await expect.poll(() => paymentFigure('Remaining')).toBe(`₱${asText(centavos(total - 100))}`);
      expect((await saleOf(seller, saleId)).total_amount).toBe(total);
      await amount().fill(asText(total));
      await completeSale();
    });

    it('completes nothing at a total that nobody was told', async () => {
      const { draft, saleId } = await startPayment(seller);
      await amount().fill(asText(draft.total_amount));
      await change({ tax_rate: 5 });
      await pressComplete();
      await isTold('Prices have changed');
      expect((await saleOf(seller, saleId)).status).toBe('draft');
      await isShown(cart().getByText('Tax 5%'));
    });

    it('says that a method is taken no more, keeps what was typed, and takes it by another one', async () => {
      const { draft, saleId } = await startPayment(seller);
      await chooseMethod('GCash');
      await amount().fill('250');
      await change({ payment_methods: ['cash', 'maya'] });
      await hearByReference();
      await isTold(`${store.name} no longer takes Credit/Debit Card, GCash, Bank Transfer`);
      await isShown(page.getByText('GCash is not taken here any more: choose another method'));
      expect(await axeViolations()).toEqual([]);
      await expect.element(amount()).toHaveValue('250');
      const typed = (reference().element() as HTMLInputElement).value;
      await expect
        .element(page.getByRole('button', { name: 'Save Payment' }))
        .toHaveAttribute('aria-disabled', 'true');
      await pressComplete();
      expect((await saleOf(seller, saleId)).payments).toEqual(draft.payments);
      await chooseMethod('Maya');
      await expect.element(reference()).toHaveValue(typed);
      await savePayment();
      await isTold('Payment saved');
      expect((await saleOf(seller, saleId)).payments).toMatchObject([{ method: 'maya', amount: 250 }]);
    });

    it('lets a row that waits be changed to a method that is taken', async () => {
      await startPayment(seller);
      await chooseMethod('GCash');
      await reference().fill('A-1');
      await amount().fill('250');
      await page.getByRole('button', { name: 'Another' }).click();
      const waiting = page.getByRole('list', { name: 'Not saved yet' });
      await isShown(waiting.getByText('Ref. A-1'));
      await change({ payment_methods: ['cash', 'maya'] });
      await chooseMethod('Maya');
      await hearByReference();
      await isShown(waiting.getByText(/GCash is not taken here any more/));
      await expect
        .element(page.getByRole('button', { name: /Complete sale|^Take/ }))
        .toHaveAttribute('aria-disabled', 'true');
    });

    it('takes nothing more once POS is off, and completes what is paid in full', async () => {
      const { draft, saleId } = await startPayment(seller);
      await amount().fill('1');
      await chooseMethod('Maya');
      await change({ features: OFF });
      await hearByReference();
      await isShown(page.getByRole('alert').getByText(`Point of sale is off for ${store.name}.`));
      await expect
        .element(page.getByRole('button', { name: 'Save Payment' }))
        .toHaveAttribute('aria-disabled', 'true');
      await change({});
      expectDone(await addPayment(seller, saleId, { method: 'cash', amount: draft.total_amount }));
      await openScreen(`/pos/${saleId}`, { email: SELLER });
      await isTold('Transaction loaded');
      await change({ features: OFF });
      await hear();
      await isShown(page.getByRole('alert').getByText(/^Point of sale is off/));
      await checkout().click();
      await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
      await completeSale();
      expect((await saleOf(seller, saleId)).status).toBe('completed');
    });

    it('does not complete once POS is off, and keeps the screen as it is', async () => {
      const { saleId } = await startPayment(seller);
      await chooseMethod('Maya');
      await amount().fill('100');
      await change({ features: OFF });
      await hearByReference();
      await isShown(page.getByRole('alert').getByText(`Point of sale is off for ${store.name}.`));
      await expect.element(amount()).toHaveValue('100');
      await pressComplete();
      expect((await saleOf(seller, saleId)).status).toBe('draft');
    });
  });
});
