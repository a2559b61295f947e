import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { cancel, started, type WireCount } from '#tests/support/counts.ts';
import { serialsOnSale } from '#tests/support/selling.ts';
import type { Caller } from '#tests/support/http.ts';

const MANAGER = 'store_manager@demo.test';
const CHECKER = 'inventory_checker@demo.test';

describe('a stock count', () => {
  let manager: Caller;
  let codes: string[];
  let count: WireCount;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    codes = (await serialsOnSale(manager, 2)).map(({ code }) => code);
    count = await started(manager, { category: 'new' });
  });
  const open = (email: string, { id } = count) => openScreen(`/inventory/counts/${id}`, { email });
  const field = () => page.getByLabelText('Scan an IMEI, serial number or QR code');
  const verdict = () => page.getByRole('status', { name: 'Last scan' });
  const enter = async (code: string) => {
    await userEvent.fill(field(), code);
    await userEvent.keyboard('{Enter}');
    await isShown(verdict().getByText(code).first());
  };

  it('counts with one scan, says what was counted before, and what nobody has', async () => {
    await open(MANAGER);
    await isShown(page.getByRole('heading', { name: count.number }));
    await enter(codes[0] ?? '');
    await isShown(verdict().getByText('Counted', { exact: true }));
    await enter(codes[0] ?? '');
    await isShown(verdict().getByText(/^Already counted by /));
    await enter('NOBODY-HAS-IT');
    await isShown(verdict().getByText('No unit has this code'));
    await isShown(page.getByRole('row', { name: new RegExp(codes[0] ?? '') }));
    expect(await axeViolations()).toEqual([]);
  });

  it('is blind for whoever counts, and shows whoever closes what is missing', async () => {
    // Of the warehouse, where nobody has counted.
    await open(CHECKER, await started(await callerAs(CHECKER)));
    await isShown(page.getByText('Your scans'));
    await isGone(page.getByText('Not scanned yet'));
    await isGone(page.getByRole('tab', { name: 'Missing' }));
    await isGone(page.getByRole('button', { name: 'Close count' }));
    await open(MANAGER);
    await isShown(page.getByText('Not scanned yet'));
    await page.getByRole('tab', { name: 'Missing' }).click();
    await isShown(page.getByText('Nobody').first());
    await page.getByRole('button', { name: 'Close count' }).click();
    await isShown(page.getByRole('alertdialog').getByText(/not scanned become lost/));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
  });

  it('stands in the list by its state, from which another one is begun', async () => {
    await openScreen('/inventory/counts?status=open', { email: MANAGER });
    await isShown(page.getByRole('link', { name: count.number }));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: 'New Stock Count' }).click();
    await userEvent.selectOptions(page.getByLabelText('Condition'), 'New units');
    await page.getByRole('button', { name: 'Start count' }).click();
    await isShown(page.getByText(`${count.number} counts this already`));
    await userEvent.keyboard('{Escape}');
    await cancel(manager, count.id);
  });
});
