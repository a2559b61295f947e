import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DraftSnapshot } from '#bridge/drafts.ts';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { inventory } from '#contract/inventory.ts';
import { staff } from '#contract/staff.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { keptTradeIn } from '#renderer/features/inventory/use-trading-in.ts';
import { callRoute } from '#renderer/lib/api-client.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { keepActsOf } from '#renderer/lib/kept-acts.ts';
import { till } from '#renderer/lib/till.ts';
import { palette } from '#renderer/ui/theme.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { HOUR, standInTill, type OfflineTillStandIn } from '#tests/support/component/offline-till.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseAnswer,
  loseServer,
  openScreen,
} from '#tests/support/component/open-screen.tsx';
import {
  amount,
  asText,
  chooseMethod,
  completeImpatiently,
  completeSale,
  openPayment,
  pressComplete,
  reference,
  saleOf,
  saveButton,
  SELLER,
} from '#tests/support/component/payment.ts';
import { dismissNotices, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import {
  cart,
  cartLines,
  draftSaved,
  enterCode,
  openCart,
  openTill,
  pressTillKey,
} from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, phonesOnSale, unitsOnSale } from '#tests/support/selling.ts';
import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';

type WireStore = { id: number; code: string; settings: WireSettings | null };

describe('a till that sells without the server', () => {
  let admin: Caller;
  let seller: Caller;
  let store: WireStore;
  beforeAll(async () => {
    [admin, seller] = await Promise.all([callerAs('admin@demo.test'), callerAs(SELLER)]);
    const stores = expectDone(await admin.get<WireStore[]>('/stores'));
    store = stores.find(({ code }) => code === 'MNL-01') as WireStore;
    await switchOn();
  });
  afterAll(() => saveSettings(admin, store.id, store.settings as WireSettings));

  /** Lets the store sell without the server, by these rules. */
  const switchOn = (rules: object = {}) =>
    saveSettings(admin, store.id, {
      ...(store.settings as WireSettings),
      payment_methods: ['cash', 'card', 'gcash'],
      offline_sales: { enabled: true, hours: 24, max_total: null, methods: ['cash', 'gcash'], ...rules },
    });
  /** Opens a draft with a unit which this till holds: without that it is not sold once the line is cut. */
  const openHeldCart = async () => {
    const draft = await openCart(SELLER, seller);
    await draftSaved();
    await isShown(cart().getByText('Held for this sale'));
    return draft;
  };
  const banner = () => page.getByRole('alert').filter({ hasText: 'No connection.' });
  const checkout = () => cart().getByRole('button', { name: /^Checkout/ });
  const completed = () => page.getByRole('complementary', { name: 'Completed sale' });
  const toSend = () => page.getByRole('button', { name: /to send/ });
  const list = () => page.getByRole('dialog', { name: 'Sales without the server' });
  /** Cuts the line, and notices it as the page does when it looks for changes, every 25 seconds. */
  const cutLine = async () => {
    const line = loseServer();
    await callRoute(staff.me, {}).catch(() => undefined);
    expect(readConnection().isReachable).toBe(false);
    return line;
  };
  const cutLineAtTill = async () => {
    const line = loseServer();
    await enterCode('no such code');
    await isShown(banner());
    await dismissNotices();
    await page.getByRole('searchbox', { name: 'Search products' }).fill('');
    (document.activeElement as HTMLElement).blur();
    return line;
  };
  const payment = async () => {
    await pressTillKey('F8');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
  };
  /** Waits until the till has a copy of its store. */
  const hasCopy = () =>
    expect.poll(async () => (await till.units.version({ store_id: store.id }))?.as_of).toBeTruthy();
  const isComplete = () => isShown(completed().getByText('Sale complete'));
  const paperOf = (kept: KeptSale | undefined) => JSON.parse(kept?.receipt ?? '{}') as ReceiptDocument;
  const keptCarts = () =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('tindahan.cart.'))
      .map((name) => JSON.parse(localStorage.getItem(name) ?? '') as DraftSnapshot);
  const lastSale = (device: OfflineTillStandIn) => device.sales().at(-1) as KeptSale;

  it('says how long it sells, in hours and at last in minutes, and what holds when they are over', async () => {
    const device = standInTill(store);
    await openTill(SELLER);
    await cutLineAtTill();
    await isShown(
      banner().getByText('Sales are kept on this till and sent when it is back. 23 h left.', {
        exact: false,
      }),
    );
    device.pass(23 * HOUR);
    await isShown(banner().getByText('30 min left'));
    device.pass(HOUR);
    await isShown(
      page.getByText(
        'The server was last reached more than 24 h ago. Sales can be completed when it is back.',
      ),
    );
  });

  it('is as ever where the till has no credential', async () => {
    standInTill(store, { hasCredential: false });
    await openTill(SELLER);
    const line = loseServer();
    await enterCode('no such code');
    await isShown(page.getByText('Sales cannot be completed.'));
    line.mend();
    await isGone(page.getByText('Sales cannot be completed.'));
  });

  it('completes a cart whose line was cut, prints it once with the drawer, and shows its own number', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    const line = await cutLineAtTill();
    await expect.element(checkout()).not.toHaveAttribute('aria-disabled', 'true');
    await isShown(cart().getByText('Known on this till'));
    await payment();
    await expect.element(saveButton()).toHaveAttribute('aria-disabled', 'true');
    expect(await axeViolations()).toEqual([]);
    await amount().fill(asText(draft.total_amount + 20));
    await pressComplete();
    await isComplete();
    await isShown(completed().getByText('MNL-01-T2A-X000001'));
    await isShown(
      completed().getByText('Not the invoice. The invoice number comes when the till is connected.'),
    );
    await isShown(completed().getByText('₱20.00'));
    expect(await axeViolations()).toEqual([]);

    const [completion, ...others] = device.completions;
    expect(others).toEqual([]);
    expect(completion?.cart).toMatchObject({
      store_id: store.id,
      draft: { id: draft.id },
      completion_key: null,
      total_amount: draft.total_amount,
      payments: [{ method: 'cash', amount: draft.total_amount + 20, reference_number: null }],
      change_due: 20,
    });
    expect(completion?.cart.lines[0]).toMatchObject({
      product_variation_id: draft.transaction_items[0]?.inventory_item.product_variation.id,
      scanned_code: null,
      price: draft.transaction_items[0]?.price,
    });
    await expect.poll(() => device.printed).toHaveLength(1);
    const kept = lastSale(device);
    expect(device.printed[0]).toMatchObject({ job_key: `offline-${kept.key}`, open_drawer: true });
    await isShown(toSend());
    line.mend();
    // Nothing saves the cart again, and nothing resumes it.
    await isGone(banner());
    const left = expectDone(await seller.get<{ version: number }>(`/transactions/${draft.id}`));
    expect(left.version).toBe(draft.version + 1);

    // Its invoice number arrives: the panel shows it, and offers its first paper.
    const invoice = { ...paperOf(kept), invoice_number: 'MNL-01-000777' };
    device.change(kept.key, {
      state: 'recorded',
      invoice_number: 'MNL-01-000777',
      transaction_id: 777,
      receipt: JSON.stringify(invoice),
    });
    await isShown(completed().getByText('MNL-01-000777'));
    await isGone(toSend());
    await isShown(completed().getByRole('button', { name: 'Print invoice' }));
    expect(device.printed).toHaveLength(1);
  });

  it('makes one sale of Ctrl+Enter that is pressed again and again, and tells of no failure', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    const line = await cutLineAtTill();
    await payment();
    await amount().fill(asText(draft.total_amount));
    expect(await completeImpatiently()).toEqual([]);
    await isComplete();
    expect(device.completions).toHaveLength(1);
    line.mend();
  });

  it('sells what was scanned without a draft, and says what was only chosen from a list', async () => {
    const device = standInTill(store);
    await openTill(SELLER);
    const [id] = await phonesOnSale(seller, 1);
    const unit = expectDone(await seller.get<{ imei: string }>(`/inventory/${id}`));
    await hasCopy();
    const line = await cutLineAtTill();
    await enterCode(unit.imei);
    await isShown(cartLines());
    await dismissNotices();
    await payment();
    await isShown(page.getByText('New sale · Walk-in Customer'));
    await isRefusedByMethod();
    await chooseMethod('Cash');
    await pressComplete();
    await isComplete();
    const sold = device.completions[0]?.cart;
    expect(sold).toMatchObject({ draft: null, save_key: expect.any(String) as string });
    expect(sold?.lines[0]).toMatchObject({ inventory_item_id: id, scanned_code: unit.imei, imei: unit.imei });
    // Nor does the server know, which would sell it again.
    for (const isBack of [false, true]) {
      if (isBack) line.mend();
      for (const code of [unit.imei, 'mnl-01-t2a-x000001']) {
        await dismissNotices();
        await enterCode(code);
        await isTold(
          'Sold at this till, MNL-01-T2A-X000001, not sent yet. It can be taken back once it is sent.',
        );
      }
    }
    const loseAgain = await cutLineAtTill();
    device.change(lastSale(device).key, { state: 'recorded', invoice_number: 'MNL-01-000777' });
    await enterCode(unit.imei);
    await isTold('Sold at this till, MNL-01-000777. Scan it again when the connection is back.');
    loseAgain.mend();
  });

  /** The form offers what the rules name, and of that only what the store takes. */
  const isRefusedByMethod = async () => {
    await expect
      .poll(() => page.getByRole('radio', { name: 'Credit/Debit Card' }).elements())
      .toHaveLength(0);
    await isShown(page.getByRole('radio', { name: 'GCash' }));
  };

  it('goes on where it is when the line is cut at the payment, and takes a wallet with a new reference only', async () => {
    const device = standInTill(store);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1, { least: 1000 }));
    await openPayment(draft.id);
    await chooseMethod('GCash');
    await reference().fill('GC-9001');
    const status = (name: string) => page.getByRole('radio', { name, exact: true });
    await status('Completed').click();
    await cutLine();
    // Nobody at the till can see it arrive.
    await expect.element(status('Pending')).toBeChecked();
    await expect.element(status('Completed')).toBeDisabled();
    await expect.element(page.getByRole('button', { name: /^Take .* by GCash/ })).toBeVisible();
    await expect.element(reference()).toHaveValue('GC-9001');
    await pressComplete();
    await isComplete();
    expect(device.completions[0]?.cart.payments).toMatchObject([
      { method: 'gcash', status: 'pending', reference_number: 'GC-9001' },
    ]);
    await expect.poll(() => device.printed).toHaveLength(1);
    expect(device.printed[0]?.open_drawer).toBe(false);
  });

  it('refuses a reference of its own file, and more than the largest total', async () => {
    const device = standInTill(store, {
      sales: [
        {
          kind: 'sale',
          key: crypto.randomUUID(),
          number: 'MNL-01-T2A-X000001',
          store_id: store.id,
          cart_key: 'before',
          draft_id: null,
          made_at: Date.now(),
          total: 100_00,
          change: 0,
          state: 'waiting',
          problem: null,
          invoice_number: null,
          transaction_id: null,
          receipt: JSON.stringify({
            payments: [{ method: 'gcash', amount: 100_00, status: 'pending', reference_number: 'GC 77' }],
          }),
        },
      ],
    });
    const draft = await openDraft(seller, await unitsOnSale(seller, 1, { least: 1000 }));
    await openPayment(draft.id);
    await chooseMethod('GCash');
    const line = await cutLine();
    await reference().fill('gc-77');
    const why = 'GCash reference gc-77 was used in another sale of this till';
    await isShown(page.getByText(why));
    await expect.element(reference()).not.toHaveAttribute('aria-invalid', 'true');
    await pressComplete();
    await expect.element(reference()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(reference()).toHaveAccessibleDescription(why);
    await expect.element(reference()).toHaveFocus();
    await chooseMethod('Cash');
    device.refuseNext('The disk is full. Make room on it');
    await pressComplete();
    await isTold('The disk is full. Make room on it');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    line.mend();
    await switchOn({ max_total: 500 });
    await openPayment(draft.id);
    await cutLine();
    const tooMuch = 'Without the server a sale is at most ₱500.00';
    await isShown(page.getByText(tooMuch));
    // The till says so before, by its key, too.
    await userEvent.keyboard('{Escape}');
    await isShown(cart().getByText(tooMuch));
    await dismissNotices();
    await pressTillKey('F8');
    await isTold(tooMuch);
    await isShown(cart());
    line.mend();
    await switchOn();
  });

  it('records after a lost answer only what was sent, and says so', async () => {
    const device = standInTill(store);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1, { least: 1000 }));
    await openPayment(draft.id);
    await amount().fill(asText(draft.total_amount));
    const { keys } = loseAnswer({ path: /\/complete$/, method: 'POST', isCut: true });
    await pressComplete();
    await expect.poll(() => keys.length).toBe(1);
    await isTold('Press Complete again: the sale is recorded once.');
    await cutLine();
    await dismissNotices();
    await amount().fill(asText(draft.total_amount + 100));
    await pressComplete();
    await isTold('This sale was sent before the connection went');
    expect(device.completions).toEqual([]);
    await pressComplete();
    await isComplete();
    await isGone(page.getByText('This sale was sent before the connection went'));
    expect(device.completions[0]?.cart).toMatchObject({
      completion_key: keys[0],
      payments: [{ method: 'cash', amount: draft.total_amount }],
      change_due: 0,
    });
  });

  it('takes back that the server did not answer, once the sale is complete', async () => {
    standInTill(store);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1, { least: 1000 }));
    await openPayment(draft.id);
    await amount().fill(asText(draft.total_amount));
    loseAnswer({ path: /\/complete$/, method: 'POST', isCut: true });
    await pressComplete();
    await isTold('Press Complete again: the sale is recorded once.');
    await cutLine();
    await pressComplete();
    await isComplete();
    await isGone(page.getByText('The server did not answer'));
  });

  /** Completes the cart of a draft in cash; the answer is lost, or the call, and then the line is cut. */
  const sendUnanswered = async (draft: { total_amount: number }, lost: 'answer' | 'call') => {
    await payment();
    await amount().fill(asText(draft.total_amount));
    const sent = lost === 'answer' ? loseAnswer({ path: /\/complete$/, method: 'POST', isCut: true }) : null;
    if (lost === 'call') loseServer();
    await pressComplete();
    await isTold('Press Complete again: the sale is recorded once.');
    const line = await cutLine();
    await dismissNotices();
    return { line, keys: sent?.keys ?? [] };
  };
  const UNANSWERED =
    'It was sent to be completed, and the server did not answer. Complete it again, now or when the connection is back, or save it and go on with another cart';
  const UNKNOWN =
    'It was sent to be completed, and the server did not answer: it stays here until the server says what became of it';

  it('records what was sent after a lost answer also when the till was cut off, and its cart recovered', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    const { line, keys } = await sendUnanswered(draft, 'answer');
    line.mend();
    await openScreen('/pos', { email: SELLER, restarts: true });
    await cutLineAtTill();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await isShown(cartLines());
    await payment();
    await amount().fill(asText(draft.total_amount));
    await pressComplete();
    await isComplete();
    expect(device.completions[0]?.cart).toMatchObject({
      completion_key: keys[0],
      draft: { id: draft.id },
      payments: [{ method: 'cash', amount: draft.total_amount }],
    });
  });

  it('lets go of no cart whose completion was not answered, until it is known what became of it', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    const { line } = await sendUnanswered(draft, 'answer');
    await userEvent.keyboard('{Escape}');
    await isShown(cartLines());
    // It stays as it was sent.
    await cartLines()
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await isTold(UNANSWERED);
    await dismissNotices();
    await enterCode('356938035643809');
    await isTold(UNANSWERED);
    await expect.poll(() => cartLines().elements().length).toBe(1);
    await dismissNotices();
    // The next customer comes first.
    await page.getByRole('button', { name: 'Save Transaction', exact: true }).click();
    await isTold(`Recover ${draft.draft_number} when the connection is back.`);
    await isGone(cartLines());
    await isShown(page.getByRole('button', { name: 'Recover cart' }));
    line.mend();
    await openScreen('/pos', { email: SELLER, restarts: true });
    const cut = await cutLineAtTill();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await isTold(UNKNOWN);
    expect(keptCarts()).toHaveLength(1);
    await dismissNotices();
    // The server had completed it: that sale is shown, once.
    cut.mend();
    await isGone(banner());
    await page.getByRole('button', { name: 'Leave it' }).click();
    await isComplete();
    await isShown(completed().getByText(/^MNL-01-\d+$/));
    expect(keptCarts()).toEqual([]);
    expect(device.completions).toEqual([]);
  });

  it('saves a cart whose completion never arrived under a new version, so that a late one is refused', async () => {
    standInTill(store);
    const draft = await openHeldCart();
    const before = expectDone(await seller.get<{ version: number }>(`/transactions/${draft.id}`));
    const { line } = await sendUnanswered(draft, 'call');
    line.mend();
    await isGone(banner());
    await userEvent.keyboard('{Escape}');
    await isShown(cartLines());
    await page.getByRole('button', { name: 'Save Transaction', exact: true }).click();
    await isTold('Transaction saved');
    const after = expectDone(
      await seller.get<{ version: number; status: string }>(`/transactions/${draft.id}`),
    );
    expect(after).toMatchObject({ status: 'draft' });
    expect(after.version).toBeGreaterThan(before.version);
  });

  it('is not held up by a completion of an earlier version', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    const [, , , other] = await phonesOnSale(seller, 4);
    const unit = expectDone(await seller.get<{ imei: string }>(`/inventory/${other}`));
    const { line } = await sendUnanswered(draft, 'call');
    await userEvent.keyboard('{Escape}');
    line.mend();
    await isGone(banner());
    await enterCode(unit.imei);
    await expect.poll(() => cartLines().elements().length).toBe(2);
    await draftSaved();
    // The server has the later version: the earlier completion is over.
    await cutLineAtTill();
    await payment();
    await pressComplete();
    await isComplete();
    expect(device.completions[0]?.cart).toMatchObject({ completion_key: null, draft: { id: draft.id } });
  });

  /** Saves ₱100 of a draft at a till, so that the answer is lost, and all that follows until `mend`. */
  const saveUnanswered = async () => {
    standInTill(store);
    const draft = await openHeldCart();
    await payment();
    await amount().fill('100');
    const cut = loseAnswer({ path: /\/payments$/, method: 'POST', isCut: true });
    await saveButton().click();
    await isTold('Nothing is lost. Try again when it is back.');
    const rest = asText(draft.total_amount - 100);
    const isKnown = async () => {
      cut.mend();
      await isTold('₱100.00 was taken at the first try. Look at what remains.');
      await expect.element(amount()).toHaveValue(rest);
    };
    return { draft, isKnown };
  };
  const amountsPaid = async ({ id }: { id: number }) =>
    (await saleOf(seller, id)).payments.map((payment) => payment.amount);

  it('takes a payment once whose answer was lost, also where it was put aside for a split', async () => {
    const { draft, isKnown } = await saveUnanswered();
    await amount().click();
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    const aside = page.getByRole('list', { name: 'Not saved yet' });
    await isShown(aside.getByText('₱100.00'));
    await isKnown();
    await isGone(aside);
    // The same amount once more is another payment.
    await amount().fill('100');
    await saveButton().click();
    await isTold('Payment saved');
    await completeSale();
    expect(await amountsPaid(draft)).toEqual([100, 100, draft.total_amount - 200]);
  });

  it('tells of a payment whose answer was lost, also where it was discarded and the page left', async () => {
    const { draft, isKnown } = await saveUnanswered();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await isShown(cartLines());
    await payment();
    await amount().fill(asText(draft.total_amount));
    await isKnown();
    await completeSale();
    expect(await amountsPaid(draft)).toEqual([100, draft.total_amount - 100]);
  });

  it('says that a payment may be saved already whose answer was lost, before it takes the sale', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    await payment();
    await amount().fill('500');
    loseAnswer({ path: /\/payments$/, method: 'POST', isCut: true });
    await saveButton().click();
    await isTold('The server cannot be reached');
    await cutLine();
    await dismissNotices();
    await amount().fill(asText(draft.total_amount));
    await pressComplete();
    await isTold('A payment was sent before the connection went');
    await isTold('The draft may have Cash ₱500.00 already.');
    expect(device.completions).toEqual([]);
    await pressComplete();
    await isComplete();
  });

  it('says that a trade-in may be done already whose answer was lost, before it takes the sale', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    await payment();
    await cutLine();
    await dismissNotices();
    const left = keepActsOf({ id: 7, name: 'Ana' })(inventory.tradeIn, ({ body }) =>
      keptTradeIn('Pixel 9', body, {
        draft: {
          id: draft.id,
          number: draft.draft_number ?? '',
          version: draft.version,
          known_payments: [],
          remains: 100_000,
        },
        methods: ['cash'],
        coin: 1,
      }),
    );
    left.unanswered?.write([{ params: { itemId: 1 }, body: { amount: 50_000 } }]);
    onTestFinished(() => left.unanswered?.write([]));
    await pressComplete();
    await isTold('A trade-in was sent before the connection went');
    await isTold(/^Trade-in of Pixel 9 may be done\. It pays ₱500\.00 of the sale\. Press Complete again/);
    expect(device.completions).toEqual([]);
    await pressComplete();
    await isComplete();
    expect(device.completions).toHaveLength(1);
  });

  it('says on the payment page when the hours are over, keeps what was typed, and goes on with the server', async () => {
    const device = standInTill(store);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1, { least: 1000 }));
    await openPayment(draft.id);
    await amount().fill('90000');
    const line = await cutLine();
    const complete = page.getByRole('button', { name: /^Complete sale/ });
    await expect.element(complete).not.toHaveAttribute('aria-disabled', 'true');
    device.pass(25 * HOUR);
    await expect.element(complete).toHaveAttribute('aria-disabled', 'true');
    await isShown(banner().getByText('Sales can be completed when it is back.'));
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    expect(device.completions).toEqual([]);
    line.mend();
    await isGone(banner());
    await expect.element(amount()).toHaveValue('90000');
    await completeSale();
  });

  it('is paid the ordinary way when the server is back, with what was typed, also without a draft before', async () => {
    const device = standInTill(store);
    await openTill(SELLER);
    // Another one than was sold here: its copy has forgotten that one.
    const [, id = 0] = await phonesOnSale(seller, 2);
    const unit = expectDone(await seller.get<{ imei: string }>(`/inventory/${id}`));
    // The copy of a test before may lack it.
    await expect.poll(() => till.units.find({ store_id: store.id, unit_id: id })).not.toBeNull();
    const line = await cutLineAtTill();
    await enterCode(unit.imei);
    await isShown(cartLines());
    await payment();
    await amount().fill('90000');
    line.mend();
    await isGone(banner());
    await isShown(page.getByText(/^Draft MNL-01-D\d+ · Walk-in Customer$/));
    await expect.element(amount()).toHaveValue('90000');
    await completeSale();
    await isShown(completed().getByText(/^MNL-01-\d+$/));
    expect(device.completions).toEqual([]);
  });

  it('shows the sale in place of a cart that was cut off after it was sold', async () => {
    const first = standInTill(store);
    const draft = await openHeldCart();
    const line = await cutLineAtTill();
    const [kept] = keptCarts();
    if (!kept) throw new Error('The till keeps no cart');
    await payment();
    await amount().fill(asText(draft.total_amount));
    await pressComplete();
    await isComplete();
    const sale = lastSale(first);
    expect(sale.cart_key).toBe(kept.cart_key);
    // The till was cut off before it had forgotten the cart.
    line.mend();
    const again = standInTill(store, { sales: [sale], carts: [kept] });
    await openScreen('/pos', { email: SELLER });
    await isComplete();
    await isShown(completed().getByText(sale.number));
    await expect.element(page.getByRole('button', { name: 'Recover cart' })).not.toBeInTheDocument();
    await expect.poll(() => again.printed).toMatchObject([{ job_key: `offline-${sale.key}` }]);
    expect(again.carts()).toEqual([]);
  });

  it('offers a cart without a draft whose payment was reloaded, and says how to go on', async () => {
    standInTill(store);
    await openTill(SELLER);
    const [, , id] = await phonesOnSale(seller, 3);
    const unit = expectDone(await seller.get<{ imei: string }>(`/inventory/${id}`));
    await hasCopy();
    const line = await cutLineAtTill();
    await enterCode(unit.imei);
    await isShown(cartLines());
    await payment();
    const [kept] = keptCarts();
    if (!kept) throw new Error('The till keeps no cart');
    line.mend();
    standInTill(store, { carts: [kept] });
    await openScreen('/pos/payment', { email: SELLER });
    await isTold('The cart was cut off');
    await isTold('Press Recover cart, and then Checkout again.');
    await expect.poll(() => readConnection().isReachable).toBe(true);
    const save = holdCall({ path: /\/transactions$/, method: 'POST' });
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await isShown(cartLines().filter({ hasText: unit.imei }));
    // The cart is saved yet: its payment opens after that.
    await expect.poll(save.sent).toBe(1);
    await pressTillKey('F8');
    save.release();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
  });

  it('gets its credential by itself where it is a till', async () => {
    const device = standInTill(store, { hasCredential: false });
    const here = expectDone(
      await admin.post<{ id: number; code: string }>(
        '/tills',
        { name: `Counter ${Date.now() % 100_000}` },
        { storeId: store.id, headers: { 'X-Till': crypto.randomUUID() } },
      ),
    );
    failCalls({
      path: /\/shifts\/current$/,
      status: 200,
      body: { keeps_shifts: false, till: { ...here, is_this: true }, shift: null, closed_shift: null },
    });
    await openTill(SELLER);
    await expect
      .poll(() => device.enrolled)
      .toMatchObject([{ store_id: store.id, store_code: 'MNL-01', till_id: here.id, till_code: here.code }]);
  });

  it('says one thing by F11 where it has sold nothing so', async () => {
    standInTill(store);
    await openTill(SELLER);
    await cutLineAtTill();
    await pressTillKey('F11');
    await isShown(list().getByText('No sales without the server'));
    await isGone(list().getByText(/Everything is sent/));
  });

  it('closes its list by Esc also before that has the focus, as when it was just drawn', async () => {
    standInTill(store);
    await openTill(SELLER);
    await cutLineAtTill();
    await pressTillKey('F11');
    await isShown(list());
    (document.activeElement as HTMLElement).blur();
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
    await isGone(list());
  });

  it('lists what it sold, by F11 and the keyboard alone, and prints it again from its file', async () => {
    const device = standInTill(store);
    const draft = await openHeldCart();
    await cutLineAtTill();
    await payment();
    await amount().fill(asText(draft.total_amount));
    await pressComplete();
    await isComplete();
    await dismissNotices();
    await pressTillKey('F11');
    await isShown(list().getByText('MNL-01-T2A-X000001'));
    await isShown(list().getByText('Waiting'));
    await isShown(list().getByText(/ · Walk-in Customer$/));
    await isShown(list().getByText(/ · Cash$/));
    await expect.element(list().getByRole('button', { name: 'Print MNL-01-T2A-X000001' })).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await list().getByRole('button', { name: 'Print MNL-01-T2A-X000001' }).click();
    await expect.poll(() => device.printed.length).toBe(2);
    const kept = lastSale(device);
    expect(device.printed[1]).toMatchObject({
      job_key: `offline-${kept.key}-copy-1`,
      open_drawer: false,
      document: { receipt: { copy_no: 1 } },
    });
    device.change(kept.key, { state: 'kept', problem: 'A manager settles it' });
    await isShown(list().getByText('Not recorded'));
    await isShown(list().getByText('A manager settles it', { exact: true }));
    device.change(kept.key, { problem: null });
    await isShown(list().getByText('Settled', { exact: true }));
    const recorded = { state: 'recorded', invoice_number: 'MNL-01-000778', transaction_id: 778 } as const;
    device.change(kept.key, { ...recorded, problem: 'A manager settles it' });
    await isShown(list().getByText('Invoice MNL-01-000778'));
    await isShown(list().getByText('A manager settles it', { exact: true }));
    await isShown(list().getByText('Everything is sent. A manager settles what is marked.'));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await isGone(list());
    await isShown(
      completed().getByText('Sold without the server as MNL-01-T2A-X000001. A manager settles it.'),
    );
    device.change(kept.key, { ...recorded, problem: null });
    await isShown(completed().getByText('Sold without the server as MNL-01-T2A-X000001.', { exact: true }));
  });

  it('says in the banner and under F11 in the same words why its sales are not sent', async () => {
    const device = standInTill(store);
    await openHeldCart();
    const line = await cutLineAtTill();
    await payment();
    await pressComplete();
    await isComplete();
    await pressTillKey('F11');
    await isShown(list().getByText('1 sale is not sent yet. They go out by themselves, oldest first.'));
    device.hasProblem('The server has ended this till’s access: a manager sends');
    await isShown(
      list().getByText('1 sale is not sent yet. The server has ended this till’s access: a manager sends.'),
    );
    await userEvent.keyboard('{Escape}');
    line.mend();
    await isShown(
      page.getByText('Sales are not sent yet. The server has ended this till’s access: a manager sends.'),
    );
  });

  it('changes no customer or cashier, buys nothing and opens no drawer meanwhile, and says so', async () => {
    standInTill(store);
    await openScreen('/pos', { email: SELLER, withMenu: true });
    const keys = page.getByRole('list', { name: 'Keyboard shortcuts' });
    await isShown(keys.getByRole('button', { name: 'F5 Trade in' }));
    await cutLineAtTill();
    await isShown(page.getByText('The customer can be changed when the connection is back'));
    await isGone(page.getByRole('button', { name: 'Add Customer' }));
    await expect.element(keys.getByText('F5', { exact: true })).toHaveStyle({ color: palette.placeholder });
    await pressTillKey('F3');
    await isTold('The customer can be changed when the connection is back');
    await pressTillKey('F6');
    await isTold('The cashier can be changed when the connection is back');
    await expect.element(keys.getByText('F9', { exact: true })).toHaveStyle({ color: palette.placeholder });
    await pressTillKey('F9');
    await isTold('The drawer is opened without a sale when the connection is back');
    await isGone(page.getByRole('dialog'));
  });
});
