import { describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { openFirstStart, fingerprintOf, SHOP } from '#tests/support/component/first-start.ts';
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

/** A desk's window at 200 %, and one on a wall. */
const ZOOMED = { width: 683, height: 384 };
const WALL = { width: 1920, height: 1080 };

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

  it('first start of a till', async () => {
    const { finds } = await openFirstStart();
    await isShown(page.getByText('Looking for servers'));
    await looksAsBefore('first-start-looking', { sizes: [DESK], mayLoad: true });
    finds([
      SHOP,
      {
        name: 'Telepono at iba pa, Quezon City',
        url: 'https://192.168.1.11:4100',
        fingerprint: fingerprintOf(201),
      },
    ]);
    await isShown(page.getByText('Gadget Corner'));
    await looksAsBefore('first-start', { sizes: [DESK, PHONE, ZOOMED, WALL] });
    await page.viewport(DESK.width, DESK.height);
    await press('Connect');
    await isShown(page.getByRole('alertdialog'));
    await looksAsBefore('first-start-question', { sizes: [DESK, ZOOMED] });
  });

  it('first start of a till that finds nothing', async () => {
    const { finds } = await openFirstStart();
    finds([]);
    await isShown(page.getByText(/^No server was found/));
    await looksAsBefore('first-start-nothing', { sizes: [DESK, ZOOMED] });
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
