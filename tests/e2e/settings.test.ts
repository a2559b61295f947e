import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { toast } from '#tests/support/open-till.ts';

describe('the chain’s settings', () => {
  const shop = demoShop();

  it('are reached from the user menu, saved with Ctrl+S, and kept by reload and back', async () => {
    const page = await shop.open({ email: 'admin@demo.test', path: '/dashboard' });
    const name = page.getByLabel('Shop name');
    await page.getByRole('button', { name: /Maria Teresa Santos/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await name.fill('Gadget Republic');
    await page.keyboard.press('Control+s');
    await toast(page, 'Settings saved').waitFor();
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Gadget Republic');
    await page.goBack();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await page.goForward();
    await expect.poll(() => name.inputValue()).toBe('Gadget Republic');
  });
});
