import { letGo, whileFailing, type PictureSet } from './studio.ts';

export const reports: PictureSet = {
  name: 'reports',
  takePictures: async ({ open, take }) => {
    const page = await open('/reports');
    await page.getByRole('table', { name: 'Payments by method' }).waitFor();
    await letGo(page);
    await take(page, 'daily-report');
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.getByRole('table', { name: 'Payments by method' }).waitFor();
    await letGo(page);
    await take(page, 'report-yesterday');
    await page.goto('/reports?date=2020-01-05');
    await page.getByText('Nothing happened on this day').waitFor();
    await take(page, 'report-empty');
    await whileFailing(page, /daily-report/, async () => {
      await page.goto('/reports');
      await page.getByText('The report could not be loaded').waitFor();
      await take(page, 'report-error');
    });
  },
};
