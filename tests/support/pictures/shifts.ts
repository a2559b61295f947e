import { close, count, makeTill, openShift, piecesOf } from '#tests/support/shifts.ts';
import { call, callerWith, signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft } from '#tests/support/selling.ts';
import { ADMIN, letGo, whileFailing, type PictureSet, type Studio } from './studio.ts';

const STORE = 'Quezon City – Cubao';

/** Makes a store with three tills: one closed short and read, one closed over and due, one still open. */
async function keepShifts({ server: { url } }: Studio) {
  const admin = await signIn(url, ADMIN);
  const body = { name: STORE, code: 'QC-02', timezone: 'Asia/Manila' };
  const { id: storeId } = expectDone(await admin.post<{ id: number }>('/stores/create', body));
  const at = (key: string): Caller =>
    callerWith(url, admin.token, (base, method, path, sent, headers) =>
      call(base, method, path, sent, { ...headers, 'X-Store-Id': String(storeId), 'X-Till': key }),
    );
  const tills = ['Counter 1', 'Counter 2', 'Service desk'].map((name, no) => ({
    name,
    here: at(`device-of-the-pictures-${no}`),
  }));
  const shifts = [];
  for (const { name, here } of tills) {
    await makeTill(here, name);
    shifts.push({ here, ...(await openShift(here, 5000)) });
  }
  const [first, second, open] = shifts;
  if (!first || !second || !open) throw new Error('Three shifts were to be opened');
  const { data } = expectDone(await first.here.get<{ data: { id: number }[] }>('/product-variations'));
  const sell = async (here: Caller, place: number, method = 'cash') => {
    const unit = expectDone(
      await here.post<{ id: number }>('/inventory', {
        product_variation_id: data[place]?.id,
        category: 'new',
        serial_number: `PICTURE-${place}`,
      }),
    );
    const draft = await openDraft(here, [unit.id]);
    const reference = method === 'cash' ? {} : { reference_number: `SLIP-${place}` };
    const payments = [{ method, amount: draft.total_amount, ...reference }];
    expectDone(await here.post(`/transactions/${draft.id}/complete`, { payments }));
    return draft.total_amount;
  };
  const courier = { kind: 'pay_out', amount: 350, reason: 'Courier fee' };
  expectDone(await first.here.post('/cash-movements', courier));
  const soldFirst = await sell(first.here, 0);
  await sell(first.here, 3, 'card');
  const soldSecond = await sell(second.here, 1);
  await sell(open.here, 2);
  expectDone(await count(first.here, first.id, piecesOf(1200 + Math.floor(soldFirst))));
  const slips = [{ method: 'card', amount: 0 }];
  expectDone(await count(first.here, first.id, piecesOf(4550 + Math.floor(soldFirst)), slips));
  expectDone(await close(first.here, first.id, { reason: 'A bill of ₱100 was handed out twice' }));
  expectDone(await first.here.post('/z-readings', {}));
  expectDone(await count(second.here, second.id, piecesOf(5020 + Math.floor(soldSecond))));
  expectDone(await close(second.here, second.id, { reason: 'Nobody knows where it came from' }));
  const correction = { amount: 100, reason: 'The customer brought it back' };
  expectDone(await first.here.post(`/shifts/${first.id}/corrections`, correction));
  return { first, open };
}

/** The managers' pages of shifts: the evening, the list, one shift, the readings and their paper. */
export const shifts: PictureSet = {
  name: 'shifts',
  takePictures: async (studio) => {
    const { open, take } = studio;
    const kept = await keepShifts(studio);
    const page = await open('/store-day', ADMIN);
    await page.getByRole('combobox', { name: 'Store' }).selectOption({ label: STORE });
    await page.getByText('Z reading is due').first().waitFor();
    await letGo(page);
    await take(page, 'store-day');
    // Before the shop sold anything.
    await page.goto('/store-day?date=2026-01-05');
    await page.getByText('Nothing happened on this day').waitFor();
    await take(page, 'store-day-empty');

    await page.goto('/shifts');
    await page.getByRole('link', { name: kept.first.number }).waitFor();
    await letGo(page);
    await take(page, 'shifts');
    await page.getByRole('link', { name: 'Cash Movements' }).click();
    await page.getByRole('row').nth(1).waitFor();
    await take(page, 'cash-movements');
    await page.goto(`/shifts/${kept.first.id}`);
    await page.getByText('handed out twice').waitFor();
    await letGo(page);
    await take(page, 'shift');
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Amount').fill('100');
    await take(page, 'shift-correct');
    await page.goto(`/shifts/${kept.open.id}`);
    await page.getByRole('button', { name: 'Count and close' }).waitFor();
    await take(page, 'shift-open');
    await page.getByRole('button', { name: 'Count and close' }).click();
    await page.getByLabel('₱1,000 bills').fill('5');
    await take(page, 'shift-count');
    await page.getByRole('button', { name: /^Close shift/ }).click();
    await page.getByLabel('Reason').waitFor();
    await take(page, 'shift-count-differs');

    await page.goto('/z-readings');
    await page.getByRole('link', { name: 'Z 1' }).waitFor();
    await letGo(page);
    await take(page, 'z-readings');
    await page.getByRole('button', { name: 'Take Z reading' }).click();
    await page.getByRole('combobox', { name: 'Day' }).waitFor();
    await take(page, 'z-reading-take');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Z 1' }).click();
    await page.getByText(/^GRAND TOTAL/).waitFor();
    await letGo(page);
    await take(page, 'z-reading');
    await whileFailing(page, /api\/v1\/shifts/, async () => {
      await page.goto('/shifts');
      await page.getByText('Shifts could not be loaded').waitFor();
      await take(page, 'shifts-error');
    });
  },
};
