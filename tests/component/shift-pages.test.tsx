import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { store as storeShape } from '#contract/stores.ts';
import type { storeDay } from '#contract/z-readings.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  loseAnswer,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { callerWith, call, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, sell, type WireSale } from '#tests/support/selling.ts';
import {
  close,
  count,
  deviceKey,
  givenCredential,
  makeTill,
  openShift,
  piecesOf,
  tellWaiting,
  type WireShift,
  type WireTill,
} from '#tests/support/shifts.ts';
import { saveSettings } from '#tests/support/store-settings.ts';

const ADMIN = 'admin@demo.test';
const ZONE = 'Asia/Manila';

type WireStore = z.input<typeof storeShape>;
type WireDay = z.input<typeof storeDay>;

const peso = (amount: number) =>
  `₱${amount.toLocaleString('en-PH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe('the pages of shifts', () => {
  let store: WireStore;
  /** A person at one of the store's devices. */
  let front: Caller;
  let back: Caller;
  let frontTill: WireTill;
  let closed: WireShift;
  let abandoned: WireShift;
  let sold = 0;
  let screen: OpenScreen;

  const inStore = (token: string, key: string): Caller =>
    callerWith('', token, (url, method, path, sent, headers) =>
      call(url, method, path, sent, { ...headers, 'X-Store-Id': String(store.id), 'X-Till': key }),
    );

  /** One till sold, was counted 100 pesos short and closed; the other is abandoned with its shift open. */
  beforeAll(async () => {
    const admin = await callerAs(ADMIN);
    const no = Date.now() % 1_000_000;
    const body = { name: `Office Shop ${no}`, code: `OF-${no}`, timezone: ZONE };
    store = expectDone(await admin.post<WireStore>('/stores/create', body));
    expectDone(await admin.put(`/stores/${store.id}/settings`, { settings: { tax_rate: 10 } }));
    front = inStore(admin.token, `${deviceKey()}-${no}`);
    back = inStore(admin.token, `${deviceKey()}-${no}`);
    frontTill = await makeTill(front, 'Front');
    await makeTill(back, 'Back');
    closed = await openShift(front, 1000);
    const { data } = expectDone(
      await front.get<{ data: { id: number }[] }>('/product-variations?per_page=1'),
    );
    const unit = expectDone(
      await front.post<{ id: number }>('/inventory', {
        product_variation_id: data[0]?.id,
        category: 'new',
        serial_number: `PAGES-${crypto.randomUUID().slice(0, 12)}`,
      }),
    );
    const draft = await openDraft(front, [unit.id]);
    sold = draft.total_amount;
    const payments = [{ method: 'cash', amount: sold }];
    expectDone(await front.post<WireSale>(`/transactions/${draft.id}/complete`, { payments }));
    // The cards have one slip too many.
    const slips = [{ method: 'card', amount: 5 }];
    expectDone(await count(front, closed.id, piecesOf(900 + sold), slips));
    expectDone(await close(front, closed.id, { reason: 'Given out wrong' }));
    abandoned = await openShift(back, 500);
    // It was counted too early.
    expectDone(await count(back, abandoned.id, piecesOf(100)));
    expectDone(await back.post(`/shifts/${abandoned.id}/resume`));
  });

  const open = async (path: string, withMenu = false) => {
    screen = await openScreen(path, { email: ADMIN, storeId: store.id, withMenu });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const rows = () => page.getByRole('row').elements().length - 1;

  it('list the tills, rename one, and retire it once no shift is open there', async () => {
    await tellWaiting(back, await givenCredential(back), 0);
    await open('/shifts/tills');
    // It may have sold since, where it was cut off.
    await isShown(page.getByRole('row', { name: /Back/ }).getByText(/^Nothing waited on \w{3} \d+, .+M$/));
    const front = page.getByRole('row', { name: /Front/ });
    await isShown(front.getByText('T1', { exact: true }));
    await isShown(front.getByText('Not set up'));
    await isShown(page.getByRole('row', { name: /Back/ }).getByText(abandoned.number));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Back' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Retire' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Actions for Front' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Entrance');
    await button('Rename').click();
    await isTold('The till is called Entrance now');
    await isShown(page.getByRole('row', { name: /Entrance/ }).getByText('T1', { exact: true }));
    await page.getByRole('button', { name: 'Actions for Entrance' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Back');
    await button('Rename').click();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('textbox', { name: 'Name' }).fill('Front');
    await button('Rename').click();
    await isTold('The till is called Front now');
  });

  it('make this computer a till, also in a store without shifts', async () => {
    const admin = await callerAs(ADMIN);
    const no = Date.now() % 1_000_000;
    const body = { name: `No Shifts ${no}`, code: `NS-${no}`, timezone: ZONE };
    const other = expectDone(await admin.post<WireStore>('/stores/create', body));
    screen = await openScreen('/shifts/tills', { email: ADMIN, storeId: other.id });
    await isShown(page.getByText('No tills yet'));
    await button('Make this computer a till').click();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Counter 1');
    await button('Continue').click();
    await isTold('This computer is Counter 1 now');
    await isShown(page.getByRole('row', { name: /Counter 1/ }).getByText('This computer'));
    await isGone(page.getByRole('dialog'));
    await isGone(button('Make this computer a till'));
    await button('Actions for Counter 1').click();
    await page.getByRole('menuitem', { name: 'Computer is lost' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Stolen');
    await button('Declare lost').click();
    const row = page.getByRole('row', { name: /Counter 1/ });
    await isShown(row.getByText('Declared lost'));
    await isShown(row.getByText(/^\w{3} \d+, \d{4} .+M, by /));
    await isShown(button('Make this computer a till'));
    await isGone(page.getByRole('dialog'));
  });

  it('list who had which drawer, and narrow to what differs', async () => {
    await open('/shifts');
    const short = page.getByRole('row', { name: new RegExp(closed.number) });
    await isShown(short.getByText(`${peso(100)} short`));
    await isShown(short.getByText(`${peso(5)} over`, { exact: true }));
    await isShown(short.getByText('Credit/Debit Card', { exact: true }));
    await isShown(short.getByText('Closed', { exact: true }));
    expect(rows()).toBe(2);
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('switch', { name: 'Only differing' }).click();
    await expect.poll(rows).toBe(1);
    await page.getByRole('combobox', { name: 'Till' }).selectOptions('Back');
    await isShown(page.getByText('No shifts for these filters'));
    await screen.goTo('/shifts');
    await page.getByRole('link', { name: closed.number }).click();
    await expect.poll(() => screen.address().pathname).toBe(`/shifts/${closed.id}`);
  });

  it('list the cash that was put in and taken out, at which till and in whose shift', async () => {
    const move = (kind: string, amount: number) =>
      back.post('/cash-movements', { kind, amount, reason: `${kind} of the test` });
    for (const [kind, amount] of [['pay_in', 300] as const, ['drop', 200] as const]) {
      expectDone(await move(kind, amount));
    }
    await open('/shifts/cash-movements');
    const drop = page.getByRole('row', { name: /drop of the test/ });
    await isShown(drop.getByText(`−${peso(200)}`));
    await isShown(drop.getByRole('cell', { name: /^Back/ }));
    await isShown(drop.getByRole('link', { name: abandoned.number }));
    expect(rows()).toBe(2);
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('pay_in');
    await isGone(drop);
    await isShown(page.getByText(peso(300)));
    expectDone(await move('drop', 100));
  });

  it('show how a drawer was counted, print it again, and correct it by an entry of its own', async () => {
    await open(`/shifts/${closed.id}`);
    await isShown(page.getByText('Given out wrong'));
    await isShown(page.getByRole('row', { name: /^Cash/ }).getByText(`${peso(100)} short`));
    await isShown(page.getByRole('group', { name: 'Counted total' }).getByText('₱1,000', { exact: true }));
    expect(page.getByRole('textbox').elements(), 'fields of a count that stands').toEqual([]);
    expect(await axeViolations()).toEqual([]);
    const printed = watchPrinting();
    await button('X reading').click();
    await expect.poll(() => printed.join()).toMatch(/X READING[\s\S]*NET SALES/);
    await chooseMore('Print the count again');
    await expect.poll(() => printed.join()).toMatch(/SHIFT COUNT[\s\S]*Given out wrong/);
    await button('Correct').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => errorOf(page.getByLabelText('Amount'))).toMatch(/./);
    await page.getByRole('radio', { name: 'There was less' }).click();
    await page.getByLabelText('Amount').fill('25');
    await page.getByLabelText('Reason').fill('Counted twice');
    const topOf = (label: string) => page.getByLabelText(label).element().getBoundingClientRect().top;
    expect(topOf('Reason'), 'beside the amount').toBe(topOf('Amount'));
    expect(await axeViolations()).toEqual([]);
    await userEvent.tab();
    await expect.element(button('Cancel')).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold(`Correction of −${peso(25)} noted`);
    await isGone(page.getByRole('dialog'));
  });

  it('say of an address of no shift that there is none', async () => {
    await open('/shifts/999999999');
    await isShown(page.getByText('Shift not found'));
  });

  it('read the day of a till for good, show its slip, print and mail it', async () => {
    await open('/z-readings');
    await isShown(page.getByText('No Z readings yet'));
    expect(page.getByRole('search').elements(), 'filters over nothing').toEqual([]);
    await button('Take Z reading').first().click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog.getByRole('combobox', { name: 'Till' })).toHaveValue(String(frontTill.id));
    expect(await axeViolations()).toEqual([]);
    const titles = new Set<string | undefined>();
    const watched = new MutationObserver(() =>
      titles.add(document.querySelector('[role=alertdialog] h2')?.textContent),
    );
    watched.observe(document.body, { subtree: true, childList: true, characterData: true });
    loseAnswer({ path: /\/z-readings$/, method: 'POST' });
    await dialog.getByRole('button', { name: 'Take Z reading' }).click();
    await isShown(page.getByRole('heading', { name: 'Z reading 1' }));
    watched.disconnect();
    expect([...titles], 'titles while it is taken').not.toContain('No Z reading is due');
    const slip = page.getByRole('group', { name: 'Z reading 1' });
    await isShown(slip.getByText(/^NET SALES/));
    await isShown(slip.getByText('Reason: Given out wrong'));
    await isShown(slip.getByText('Credit/Debit Card', { exact: true }));
    await isShown(page.getByRole('link', { name: closed.number }));
    expect(await axeViolations()).toEqual([]);
    const printed = watchPrinting();
    await button('Print').click();
    await expect.poll(() => printed.join()).toMatch(/Z READING 1[\s\S]*GRAND TOTAL/);
    await button('Email').click();
    await page.getByRole('textbox', { name: 'Email' }).fill('owner@demo.test');
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await isTold('Z reading sent to owner@demo.test');
    // Below 900 px the shifts stand below the paper.
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    const shifts = page.getByRole('region', { name: 'Shifts' });
    const bottom = () => slip.element().getBoundingClientRect().bottom;
    await expect.poll(() => shifts.element().getBoundingClientRect().top - bottom()).toBeGreaterThan(0);
    await page.viewport(1366, 768);
    await screen.goTo('/z-readings');
    await isShown(page.getByRole('row', { name: /Z 1/ }).getByText('1 sale'));
    expect(await axeViolations()).toEqual([]);
    await button('Take Z reading').click();
    await isShown(page.getByText('No Z reading is due'));
  });

  it('close the shift of a till that is gone, from the office', async () => {
    await open(`/shifts/${abandoned.id}`, true);
    const counts = page.getByRole('region', { name: 'Every count' });
    await isShown(counts.getByText(`${peso(400)} short`));
    expect(await axeViolations()).toEqual([]);
    onTestFinished(() => page.viewport(1366, 768));
    const topOf = (fact: string) =>
      page.getByRole('term').getByText(fact, { exact: true }).element().getBoundingClientRect().top;
    expect(topOf('Sales')).toBeGreaterThan(topOf('Opened'));
    // In a wide window no value stands far from its label.
    await page.viewport(1920, 1080);
    await expect.poll(() => [topOf('Sales'), topOf('Float')]).toEqual([topOf('Till'), topOf('Till')]);
    await page.viewport(1366, 768);
    await button('Count and close').click();
    // Below 900 px what is done with the count stays in sight, however long the table is.
    await page.viewport(390, 844);
    const bar = page.getByRole('region', { name: 'Page actions' });
    await isShown(bar.getByRole('button', { name: 'X reading' }));
    await isShown(bar.getByRole('button', { name: /^Close shift/ }));
    expect(await axeViolations()).toEqual([]);
    await page.viewport(1366, 768);
    await isGone(bar);
    await page.getByRole('textbox', { name: '₱500 bills' }).fill('1');
    await page.getByRole('textbox', { name: '₱20 coins' }).fill('1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    // The count stays as it was left, and the till cannot sell meanwhile.
    await userEvent.keyboard('{Escape}');
    await isShown(page.getByText('Counted', { exact: true }).first());
    await button('Count and close').click();
    await page.getByLabelText('Reason').fill('The till broke down');
    const printed = watchPrinting();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
    await expect.poll(() => printed.join()).toMatch(/SHIFT COUNT[\s\S]*The till broke down/);
    // The bar has room for two: the slip is printed again from below the result.
    await isShown(button('Z reading'));
    await page.viewport(390, 844);
    await expect.poll(() => bar.getByRole('button').elements().length).toBe(2);
    await isShown(button('Print the count again'));
    await page.viewport(1366, 768);
    await button(/^To the shift/).click();
    await isShown(page.getByText('The till broke down'));
    await isShown(counts.getByText(`${peso(400)} short`));
    await isShown(counts.getByText(peso(20)));
    expect(expectDone(await back.get<WireShift>(`/shifts/${abandoned.id}`))).toMatchObject({
      status: 'closed',
      difference: 20,
    });
  });

  it('show the evening on one page: each till, what belongs to none, and the report that agrees', async () => {
    await open('/store-day');
    const ofFront = page.getByRole('region', { name: 'Front' });
    await isShown(ofFront.getByRole('link', { name: 'Z reading 1' }));
    await isShown(ofFront.getByText(`${peso(100)} short`));
    await isShown(page.getByRole('region', { name: 'Back' }).getByText('Z reading is due'));
    const headsOf = (till: string) => {
      const heads = page.getByRole('region', { name: till }).getByRole('columnheader').elements();
      return heads.map((head) => Math.round(head.getBoundingClientRect().left));
    };
    expect(headsOf('Back'), 'columns below each other').toEqual(headsOf('Front'));
    await isShown(page.getByRole('region', { name: 'Without a till' }).getByText(`−${peso(25)}`));
    await isShown(page.getByRole('definition').getByText('Same as the daily report'));
    // A surplus does not hide a shortage.
    await isShown(page.getByText(/^2 of 2 counts differ/));
    await isShown(page.getByText('Credit/Debit Card ₱5.00 over', { exact: true }));
    // It may be the slip of a payment that the office verified meanwhile.
    await isShown(page.getByText(/its slip counts as over/));
    await isShown(page.getByRole('definition').getByText(`${peso(100)} short`));
    await isShown(page.getByRole('definition').getByText(`${peso(25)} over`));
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    await button('Previous day').click();
    await isShown(page.getByText('Nothing happened on this day'));
    expect(await axeViolations()).toEqual([]);
    await button('Today').click();
    const date = page.getByLabelText('Date', { exact: true });
    await expect.element(date).toHaveValue(formatDate(storeDate(Date.now(), ZONE)));
    await ofFront.getByRole('link', { name: closed.number }).click();
    await expect.poll(() => screen.address().pathname).toBe(`/shifts/${closed.id}`);
  });

  it('lead to the settings of a store that keeps no shifts', async () => {
    const admin = await callerAs(ADMIN);
    const body = { name: `No Shifts ${store.id}`, code: `NS-${store.id}`.slice(0, 10), timezone: ZONE };
    const without = expectDone(await admin.post<WireStore>('/stores/create', body));
    await saveSettings(admin, without.id);
    const till = callerWith('', admin.token, (url, method, path, sent, headers) =>
      call(url, method, path, sent, { ...headers, 'X-Store-Id': String(without.id) }),
    );
    const { data } = expectDone(await till.get<{ data: { id: number }[] }>('/product-variations?per_page=1'));
    const serial_number = `NO-SHIFT-${without.id}`;
    const form = { product_variation_id: data[0]?.id, category: 'new', serial_number };
    await sell(till, [expectDone(await till.post<{ id: number }>('/inventory', form)).id]);
    screen = await openScreen('/store-day', { email: ADMIN, storeId: without.id });
    await isShown(page.getByText('1 sale, less voids and refunds'));
    await isShown(page.getByText('No drawer was counted'));
    await isShown(page.getByRole('definition').getByText('–', { exact: true }));
    const byMethod = page.getByRole('region', { name: 'Payments by method' });
    await isShown(byMethod.getByText('Cash', { exact: true }));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('link', { name: 'Turn on shifts in the store’s settings' }).click();
    await expect.poll(() => screen.address().pathname).toBe(`/stores/${without.id}/settings`);
    expectDone(await admin.delete(`/stores/${without.id}`));
  });

  it('warn where the tills and the report do not agree, and offer to try again what did not load', async () => {
    const path = /\/store-day/;
    const { mend } = failCalls({ path, status: 500, body: {} });
    await open('/store-day');
    await isShown(page.getByText('The day could not be loaded'));
    mend();
    const day = expectDone(await front.get<WireDay>('/store-day'));
    const report = { ...day.report, net_sales: day.report.net_sales - 100 };
    // The server reports it only if its books are wrong, which no call can cause.
    failCalls({ path, status: 200, body: { ...day, report, agrees: false } });
    await button('Retry').click();
    const warning = page.getByRole('alert');
    await isShown(warning.getByText(new RegExp(`${peso(sold)} here, ${peso(sold - 100)} there`)));
    expect(await axeViolations()).toEqual([]);
  });

  it('print papers of what is closed with the business as it was then', async () => {
    const admin = await callerAs(ADMIN);
    const settings = { registered_name: 'New Owner Inc.' };
    expectDone(await admin.put(`/stores/${store.id}/settings`, { settings }));
    await open(`/shifts/${closed.id}`);
    const printed = watchPrinting();
    await button('X reading').click();
    await expect.poll(() => printed.join()).toMatch(/X READING/);
    await chooseMore('Print the count again');
    await expect.poll(() => printed.join()).toMatch(/SHIFT COUNT/);
    await screen.goTo('/z-readings');
    await page.getByRole('link', { name: /^Z 1/ }).click();
    await isShown(page.getByRole('group', { name: 'Z reading 1' }));
    await button('Print').click();
    await expect.poll(() => printed.join()).toMatch(/Z READING 1/);
    expect(printed.join()).not.toMatch(/new owner/i);
  });
});
