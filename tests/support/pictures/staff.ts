import { ADMIN, closeDialog, letGo, whileFailing, type PictureSet } from './studio.ts';

/** The people of the shop, and the permissions of roles. */
export const staff: PictureSet = {
  name: 'staff',
  takePictures: async ({ manager, open, take }) => {
    const page = await open('/staff', ADMIN);
    await page.getByText('Joel Cruz').waitFor();
    await letGo(page);
    await take(page, 'staff');
    await page.getByRole('button', { name: 'Actions for Joel Cruz' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor();
    await take(page, 'staff-menu');
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'staff-deactivate');
    await closeDialog(page);
    await whileFailing(page, /api\/v1\/staff\?/, async () => {
      await page.goto('/staff');
      await page.getByText('could not be loaded').waitFor();
      await take(page, 'staff-error');
    });
    await page.goto('/staff?search=nobody-of-that-name');
    await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
    await take(page, 'staff-none');

    await page.goto('/staff/new');
    await page.getByLabel('Name').waitFor();
    await take(page, 'staff-new');
    await page.getByRole('button', { name: 'Create Staff Member' }).click();
    await page.getByText('Name is required').waitFor();
    await take(page, 'staff-new-errors');

    const { body } = await manager.get<{ data: { id: number }[] }>('/staff?search=joel');
    const joel = `/staff/${body.data[0]?.id}`;
    await page.goto(joel);
    await page.getByText('Quick stats').waitFor();
    await take(page, 'staff-member');
    for (const tab of ['Transactions', 'Activity', 'Permissions']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await letGo(page);
      await take(page, `staff-member-${tab.toLowerCase()}`);
    }
    await page.goto(`${joel}/edit`);
    await page.getByLabel('Name').waitFor();
    await take(page, 'staff-edit');
    await page.goto(`${joel}/reset-password`);
    await page.getByRole('button', { name: 'Reset Password' }).waitFor();
    await take(page, 'staff-reset');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByLabel('Temporary password').waitFor();
    await take(page, 'staff-reset-done');

    const own = await open(`${joel.replace(/\d+$/, '1')}/edit`, 'salesperson.ceb@demo.test');
    await own.getByRole('alert').waitFor();
    await take(own, 'staff-missing');

    const roles = await open('/roles', ADMIN);
    const cell = (name: string) => roles.getByRole('checkbox', { name, exact: false });
    await cell('Auditor: See reports').waitFor();
    await take(roles, 'roles');
    await cell('Auditor: See reports').click();
    await cell('Auditor: Change customers').click();
    await take(roles, 'roles-unsaved');
    await roles.getByRole('button', { name: 'Save' }).click();
    await roles.getByText('No changes').waitFor();
    await letGo(roles);
    await take(roles, 'roles-saved');
    await roles.getByRole('button', { name: 'Back to the defaults: Auditor' }).click();
    await roles.getByRole('alertdialog').waitFor();
    await take(roles, 'roles-restore');
    await closeDialog(roles);
  },
};
