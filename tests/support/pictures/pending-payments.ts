import { complete, expectDone, openDraft, pay } from '#tests/support/selling.ts';
import { paymentScreenshot, unitsOf } from './shop.ts';
import { closeDialog, letGo, whileFailing, type PictureSet, type Studio } from './studio.ts';

const REFERENCE = '9021 4471 830';

/** Makes a sale with an expected payment, with the customer's screenshot. */
async function expectMoney({ server, seller }: Studio): Promise<void> {
  const [unit] = await unitsOf(server, ['phone']);
  const draft = await openDraft(seller, [unit?.id ?? 0]);
  const form = new FormData();
  form.set('type', 'payment_screenshot');
  form.set('file', new Blob([new Uint8Array(await paymentScreenshot(draft.total_amount))]), 'gcash.png');
  const { url } = expectDone(await seller.post<{ url: string }>('/media/upload', form));
  await pay(seller, draft.id, {
    method: 'gcash',
    amount: draft.total_amount,
    reference_number: REFERENCE,
    screenshot_url: url,
    notes: 'Shown on the phone, not in our account yet',
  });
  expectDone(await complete(seller, draft.id));
}

/** Makes a pending deposit by each method that is seldom pending, so that all methods occur. */
async function expectDeposits({ server, seller }: Studio): Promise<void> {
  const [unit] = await unitsOf(server, ['audio']);
  const draft = await openDraft(seller, [unit?.id ?? 0]);
  await pay(seller, draft.id, { method: 'cash', amount: 500, status: 'pending' });
  await pay(seller, draft.id, {
    method: 'card',
    amount: 1000,
    reference_number: 'slip 7',
    status: 'pending',
  });
}

export const pendingPayments: PictureSet = {
  name: 'pending-payments',
  takePictures: async (studio) => {
    const { server, open, take } = studio;
    await expectMoney(studio);
    await expectDeposits(studio);
    const page = await open('/payments/pending');
    const table = page.getByRole('table', { name: 'Pending payments' });
    const row = table.getByRole('row').filter({ hasText: REFERENCE });
    await row.waitFor();
    await letGo(page);
    await take(page, 'pending-payments');
    await row.getByRole('button', { name: /^Verify/ }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await take(page, 'pending-verify');
    await closeDialog(page);
    await row.getByRole('button', { name: /^Mark failed/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'pending-fail');
    await closeDialog(page);
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByText('No pending payments for these filters').waitFor();
    await take(page, 'pending-none');
    await whileFailing(page, /api\/v1\/payments\/pending/, async () => {
      await page.goto('/payments/pending');
      await page.getByText('Pending payments could not be loaded').waitFor();
      await take(page, 'pending-error');
    });
    await server.database.write((writer) =>
      writer.updateTable('payments').set({ status: 'completed' }).where('status', '=', 'pending').execute(),
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No pending payments').first().waitFor();
    await take(page, 'pending-empty');
  },
};
