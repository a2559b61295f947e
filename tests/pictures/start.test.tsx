import { describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import {
  ADMIN,
  DESK,
  FAULT,
  looksAsBefore,
  MANAGER,
  openPage,
  PHONE,
  press,
  pressKeys,
  SELLER,
} from '#tests/support/pictures/compare.ts';

describe('where a day begins', () => {
  it('sign-in', async () => {
    await openScreen('/login', { email: null });
    await isShown(page.getByLabelText('Email'));
    await looksAsBefore('sign-in');
    await page.getByLabelText('Email').fill(SELLER);
    await page.getByLabelText('Password', { exact: true }).fill('not-this-one');
    await press('Sign in');
    await isShown(page.getByRole('alert').getByText('Invalid email or password'));
    await looksAsBefore('sign-in-refused', { sizes: [DESK] });
  });

  it('dashboard', async () => {
    await openPage('/dashboard');
    await isShown(page.getByRole('img', { name: /Sales by hour/ }));
    await looksAsBefore('dashboard');
  });

  it('dashboard of the chain', async () => {
    await openPage('/dashboard', 'regional_manager@demo.test');
    await isShown(page.getByRole('table', { name: 'Stores today' }));
    await looksAsBefore('dashboard-chain', { sizes: [DESK] });
  });

  it('dashboard that could not be loaded', async () => {
    failCalls({ path: /\/dashboard$/, ...FAULT });
    await openPage('/dashboard');
    await isShown(page.getByRole('button', { name: 'Retry' }));
    await looksAsBefore('dashboard-error', { sizes: [DESK] });
  });

  it('go to anything', async () => {
    await openPage('/products', MANAGER);
    await pressKeys('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: 'Go to anything' }).fill('maria');
    await isShown(page.getByRole('option', { name: /Maria/ }));
    await looksAsBefore('go-to-anything');
  });

  it('menu of a phone', async () => {
    await page.viewport(PHONE.width, PHONE.height);
    await openPage('/dashboard');
    await press('Open menu');
    await isShown(page.getByRole('dialog', { name: 'Menu' }));
    await looksAsBefore('menu', { sizes: [PHONE] });
  });

  it('settings', async () => {
    await openPage('/settings', ADMIN);
    await looksAsBefore('settings', { sizes: [DESK] });
  });
});
