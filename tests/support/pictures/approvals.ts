import { DEMO_PASSWORD } from '#tests/support/http.ts';
import { expectDone, sell, unitsOnSale } from '#tests/support/selling.ts';
import { letGo, MANAGER, SELLER, type PictureSet } from './studio.ts';

export const approvals: PictureSet = {
  name: 'approvals',
  takePictures: async ({ open, openTill, take, seller }) => {
    const { transaction: sale } = await sell(seller, await unitsOnSale(seller, 1));
    const page = await open(`/transactions/${sale.id}?dialog=refund`, SELLER);
    const refund = page.getByRole('dialog', { name: /^Refund/ });
    await refund.getByLabel('Reason').fill('Does not charge');
    await refund.getByRole('button', { name: /^Refund ₱/ }).click();
    const asking = page.getByRole('dialog', { name: 'Ask a manager' });
    await asking.waitFor();
    await take(page, 'approval');
    await asking.getByLabel('PIN', { exact: true }).fill('246811');
    await page.keyboard.press('Enter');
    await asking.getByText('This PIN is wrong').waitFor();
    await take(page, 'approval-wrong');

    const account = await open('/account', MANAGER);
    const card = account.getByRole('region', { name: 'PIN and badge' });
    await card.getByRole('button', { name: 'Change PIN' }).waitFor();
    await letGo(account);
    await take(account, 'pin-and-badge');
    await card.getByRole('button', { name: 'Create badge' }).click();
    await account.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD);
    await account.keyboard.press('Enter');
    await account.getByRole('dialog', { name: 'Your badge' }).waitFor();
    await take(account, 'badge');

    const till = await openTill(SELLER);
    await till.keyboard.press('F6');
    await till.getByRole('dialog', { name: 'Change cashier' }).waitFor();
    await take(till, 'change-cashier');
    const me = expectDone(await seller.get<{ staff: { id: number } }>('/staff/me'));
    await till.evaluate((id) => localStorage.setItem('tindahan.locked', String(id)), me.staff.id);
    await till.reload();
    await till.getByRole('dialog', { name: 'Locked' }).waitFor();
    await take(till, 'locked');
  },
};
