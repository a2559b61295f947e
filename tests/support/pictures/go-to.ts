import { whileFailing, type PictureSet, type Studio } from './studio.ts';

async function takePictures({ open, take, manager }: Studio): Promise<void> {
  const page = await open('/products');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Go to anything' });
  const option = (name: string | RegExp) => page.getByRole('option', { name }).first();
  const find = async (text: string, shown: string | RegExp) => {
    await field.fill(text);
    await option(shown).waitFor();
  };
  await page.keyboard.press('Control+k');
  await option('Inventory').waitFor();
  await take(page, 'go-to');
  const { body } = await manager.get<{ data: { imei: string | null }[] }>('/inventory?search=35&per_page=1');
  const imei = body.data[0]?.imei ?? '';
  await find(imei, imei);
  await take(page, 'go-to-imei');
  await find('0001', /MNL-01/);
  await take(page, 'go-to-number');
  await find('maria', /Maria/);
  await take(page, 'go-to-name');
  await find('receive order', 'Purchase Orders');
  await take(page, 'go-to-page');
  await find('nothing like it', /^Nothing fits/);
  await take(page, 'go-to-nothing');
  await whileFailing(page, /\/api\/v1\/search/, async () => {
    await find('maria', /^Could not be looked for/);
    await take(page, 'go-to-error');
  });
}

/** The dialog that goes to anything. */
export const goTo: PictureSet = { name: 'go-to', takePictures };
