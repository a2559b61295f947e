import { beforeEach, describe, it } from 'vitest';
import { commands, page, type BrowserCommands } from 'vitest/browser';
import { callerAs, holdCall, loseServer } from '#tests/support/component/open-screen.tsx';
import { completeSale } from '#tests/support/component/payment.ts';
import { dismissNotices, isShown, isTold } from '#tests/support/component/shown.ts';
import { cartIsEmpty, cartLines, enterCode, pressTillKey } from '#tests/support/component/till.ts';
import { DESK, looksAsBefore, openPage, press, SELLER } from '#tests/support/pictures/compare.ts';
import { openDraft, phonesOnSale, serialsOnSale } from '#tests/support/selling.ts';

const SEARCH = 'Search products';

describe('the till', () => {
  // Each test sells and locks some of the stock.
  beforeEach(async () => {
    const { newShop }: BrowserCommands = commands;
    await newShop();
  });
  const hasCards = () => isShown(page.getByText(/\d left/));
  const openTill = async (path = '/pos') => {
    await openPage(path, SELLER);
    await hasCards();
  };
  /** Makes a draft of two phones and something else. */
  const makeDraft = async () => {
    const seller = await callerAs(SELLER);
    const units = await phonesOnSale(seller, 2);
    const [other] = await serialsOnSale(seller, 1);
    return openDraft(seller, [...units, other?.id ?? 0]);
  };

  it('loading', async () => {
    const { release } = holdCall({ path: /\/pos\/products/, method: 'GET' });
    await openPage('/pos', SELLER);
    await cartIsEmpty();
    await looksAsBefore('loading', { sizes: [DESK], mayLoad: true });
    release();
    await hasCards();
  });

  it('empty', async () => {
    await openTill();
    await cartIsEmpty();
    await looksAsBefore('empty');
    await page.getByRole('searchbox', { name: SEARCH }).fill('zeppelin');
    await isShown(page.getByText(/^No product for/));
    await looksAsBefore('no-result', { sizes: [DESK] });
  });

  it('a code that nobody knows', async () => {
    await openTill();
    await enterCode('4806512345678');
    await isTold('Item not found 4806512345678');
    await looksAsBefore('not-found');
  });

  it('a full cart, and while the server is away', async () => {
    const { id } = await makeDraft();
    await openTill(`/pos/${id}`);
    await isShown(cartLines());
    await isShown(page.getByText('Held for this sale'));
    await dismissNotices();
    await looksAsBefore('cart');
    loseServer();
    await page.getByRole('searchbox', { name: SEARCH }).fill('a');
    await isShown(page.getByText('The server cannot be reached.'));
    await page.getByRole('searchbox', { name: SEARCH }).fill('');
    await dismissNotices();
    await looksAsBefore('offline', { sizes: [DESK] });
  });

  it('the picker of a unit', async () => {
    await openTill();
    await page.getByRole('searchbox', { name: SEARCH }).fill('iphone');
    await isShown(page.getByRole('group', { name: 'Products' }).getByRole('button', { name: /iPhone 13/ }));
    await press(page.getByRole('group', { name: 'Products' }).getByRole('button', { name: /iPhone 13/ }));
    await isShown(page.getByRole('dialog', { name: 'Select Product Variation' }));
    await looksAsBefore('picker');
  });

  it('the drafts', async () => {
    await openTill();
    await press('View Transactions');
    await isShown(page.getByRole('list', { name: 'Drafts' }));
    await looksAsBefore('drafts', { sizes: [DESK] });
  });

  it('the payment, until the sale is complete', async () => {
    const { id } = await makeDraft();
    await openTill(`/pos/${id}`);
    await isShown(cartLines());
    await pressTillKey('F8');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await dismissNotices();
    await looksAsBefore('payment');
    await page.viewport(DESK.width, DESK.height);
    await completeSale();
    await dismissNotices();
    await looksAsBefore('complete');
  });
});
