import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { pos } from '#contract/pos.ts';
import type { Store } from '#contract/stores.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { EMPTY_LIST, listLinks, listLoaded } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseAnswer,
  loseServer,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, sell, serialsOnSale } from '#tests/support/selling.ts';
import { cancel, look, sent, settle, type WireTransfer } from '#tests/support/transfers.ts';

type WireCatalogue = z.input<typeof pos.products.response>;

const MANAGER = 'store_manager@demo.test';
/** Sees all stores: receives at the manager's destination. */
const REGIONAL = 'regional_manager@demo.test';
const LIST = '/inventory/transfers';
const FAULT = { message: 'Something broke', code: 'server_error' };

describe('transfers', () => {
  let manager: Caller;
  let regional: Caller;
  let cebu: { id: number; name: string };
  let screen: OpenScreen;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    regional = await callerAs(REGIONAL);
    const stores = expectDone(await regional.get<Pick<Store, 'id' | 'name' | 'code'>[]>('/stores'));
    const found = stores.find(({ code }) => code === 'CEB-01');
    if (!found) throw new Error('There is no store in Cebu');
    cebu = found;
  });
  const open = async (path: string, email = MANAGER, storeId?: number) => {
    screen = await openScreen(path, { email, storeId });
  };
  const scanField = () => page.getByLabelText('Scan an IMEI, serial number or QR code');
  /** Types a code, as without a scanner. */
  const enter = async (code: string) => {
    await scanField().fill(code);
    await userEvent.keyboard('{Enter}');
  };
  const lastScan = (text: string | RegExp) =>
    isShown(page.getByRole('status', { name: 'Last scan' }).getByText(text));
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const rows = () => page.getByRole('table', { name: 'Units' }).getByRole('row');
  const row = (code: string) => rows().filter({ hasText: code });
  const dialog = (name: string | RegExp) => page.getByRole('alertdialog', { name });

  describe('list', () => {
    it('shows what was sent from and to the store, and is narrowed in its address', async () => {
      await open(LIST);
      await listLoaded();
      const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
      // The row itself is the only way that there is from it.
      expect(heads).toEqual(['Number and date', 'From', 'To', 'Sent by', 'Units', 'Status']);
      expect(listLinks()).toContain('TR-WH-01-000001');
      await userEvent.selectOptions(page.getByLabelText('Direction'), 'Sent to here');
      await expect.poll(() => screen.address().search).toBe('?direction=incoming');
      await expect.poll(listLinks).toEqual(['TR-WH-01-000001']);
      await userEvent.selectOptions(page.getByLabelText('Direction'), 'Both directions');
      await userEvent.selectOptions(page.getByLabelText('Status'), 'With differences');
      await expect.poll(listLinks).toContain('TR-MNL-01-000001');
      expect(screen.address().search).toBe('?status=differences');
      expect(await axeViolations()).toEqual([]);
      await page.getByRole('searchbox').fill('nothing like it');
      await isShown(page.getByText('No transfers for these filters'));
      expect(await axeViolations()).toEqual([]);
    });

    it('says what to do when there is none, and when it cannot be loaded', async () => {
      failCalls({ path: /inventory\/transfers\?/, status: 200, body: EMPTY_LIST });
      await open(LIST);
      await isShown(page.getByText('No transfers yet'));
      expect(await axeViolations()).toEqual([]);
      failCalls({ path: /inventory\/transfers\?/, status: 500, body: FAULT }).failed();
      await open(LIST);
      await isShown(page.getByText('Transfers could not be loaded'));
      expect(await axeViolations()).toEqual([]);
    });

    it('is not for whoever may not transfer', async () => {
      await open(LIST, 'salesperson@demo.test');
      await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    });
  });

  describe('a new one', () => {
    beforeEach(() => open(`${LIST}/new`));

    it('is scanned together and sent, in the order of the scans', async () => {
      const [first, second] = await serialsOnSale(manager, 2);
      await isShown(page.getByText('Scan the first unit'));
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold('Scan the units to send');
      await enter(first?.code ?? '');
      await enter(second?.code ?? '');
      await lastScan('Goes along');
      await isShown(button('Send 2 units'));
      expect(await axeViolations()).toEqual([]);
      await button('Send 2 units').click();
      await expect
        .poll(() => errorOf(page.getByLabelText('Destination')))
        .toBe('Choose the store that it goes to');
      await expect.element(page.getByLabelText('Destination')).toHaveFocus();
      await userEvent.selectOptions(page.getByLabelText('Destination'), String(cebu.id));
      await page.getByLabelText('Reason').fill('Sold out there');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold(/^TR-MNL-01-\d{6} sent$/);
      await expect.poll(() => screen.address().pathname).toMatch(/transfers\/\d+$/);
      const id = Number(screen.address().pathname.split('/').at(-1));
      const made = await look(manager, id);
      expect(made.items.map((item) => item.inventory_item_id)).toEqual([first?.id, second?.id]);
      expect([made.reason, made.to_store.id]).toEqual(['Sold out there', cebu.id]);
      expectDone(await cancel<WireTransfer>(manager, id));
    });

    it('says of each scan why it does not go along, and sends the others', async () => {
      const [free, gone] = await serialsOnSale(manager, 2);
      await sell(manager, [gone?.id ?? 0]);
      await enter('NO-SUCH-CODE-1');
      await lastScan('No unit has this code');
      await enter(gone?.code ?? '');
      await lastScan('It was sold');
      await enter(free?.code ?? '');
      await lastScan('Goes along');
      await enter(free?.code ?? '');
      await lastScan('It is in this transfer already');
      await isShown(button('Send 1 unit'));
      await isShown(page.getByText(/1 unit stays here/));
      await button(`Remove ${free?.code}`).click();
      await isGone(button('Send 1 unit'));
    });

    it('is not sent to a store that is only being looked at in the list: Ctrl+Enter closes it first', async () => {
      const [unit] = await serialsOnSale(manager, 1);
      await enter(unit?.code ?? '');
      await isShown(button('Send 1 unit'));
      const destination = page.getByLabelText('Destination');
      destination.element().focus();
      await userEvent.keyboard('{ }{ArrowDown}');
      await expect.poll(() => destination.element().matches(':open')).toBe(true);
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect.poll(() => destination.element().matches(':open')).toBe(false);
      await expect.element(destination).toHaveFocus();
      await expect.element(destination).toHaveValue('');
      expect(errorOf(destination)).toBeNull();
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect.poll(() => errorOf(destination)).toBe('Choose the store that it goes to');
    });

    it('goes back to the scan field when a row is removed by the keyboard', async () => {
      await enter('NO-SUCH-CODE');
      await isShown(page.getByRole('cell', { name: 'NO-SUCH-CODE' }));
      await userEvent.keyboard('{Tab}{Tab}');
      await expect.element(button('Remove NO-SUCH-CODE')).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await isShown(page.getByText('Scan the first unit'));
      await expect.element(scanField()).toHaveFocus();
    });

    it('marks what was taken meanwhile, and keeps the rest ready', async () => {
      const [taken, free] = await serialsOnSale(manager, 2);
      await enter(taken?.code ?? '');
      await enter(free?.code ?? '');
      await isShown(button('Send 2 units'));
      const { id, number } = await sent(manager, cebu.id, [taken?.id ?? 0]);
      await userEvent.selectOptions(page.getByLabelText('Destination'), String(cebu.id));
      await button('Send 2 units').click();
      await isTold('Failed to send transfer');
      await isShown(page.getByText(`It is in transit to ${cebu.name} (${number})`).first());
      await isShown(button('Send 1 unit'));
      expectDone(await cancel<WireTransfer>(manager, id));
    });

    it('keeps what was scanned on while it was sent, and says that it is not in the transfer', async () => {
      const [first, late] = await serialsOnSale(manager, 2);
      await enter(first?.code ?? '');
      await lastScan('Goes along');
      await userEvent.selectOptions(page.getByLabelText('Destination'), String(cebu.id));
      const held = holdCall({ path: /transfers$/, method: 'POST' });
      await button('Send 1 unit').click();
      await expect.poll(held.sent).toBe(1);
      await enter(late?.code ?? '');
      await isShown(row(late?.code ?? ''));
      held.release();
      await isTold(/^1 unit is not in TR-MNL-01-\d{6}$/);
      await isShown(button('Send 1 unit'));
      await isGone(row(first?.code ?? ''));
      await isShown(row(late?.code ?? ''));
      await chooseMore('Discard');
      await button('Discard 1 unit').click();
      await isShown(page.getByText('Scan the first unit'));
    });

    it('keeps what was packed when the page is left, until it is discarded', async () => {
      const [first, second] = await serialsOnSale(manager, 2);
      await enter(first?.code ?? '');
      await enter(second?.code ?? '');
      await isShown(button('Send 2 units'));
      await page.getByLabelText('Reason').fill('Sold out there');
      await page.getByRole('link', { name: 'Transfers' }).first().click();
      await listLoaded();
      await screen.goTo(`${LIST}/new`);
      await isShown(button('Send 2 units'));
      await expect.element(page.getByLabelText('Reason')).toHaveValue('Sold out there');
      expect(rows().nth(1).element().textContent).toContain(second?.code);
      await chooseMore('Discard');
      await isShown(dialog('Discard this transfer?'));
      await button('Discard 2 units').click();
      await isShown(page.getByText('Scan the first unit'));
      await screen.goTo(LIST);
      await listLoaded();
      await screen.goTo(`${LIST}/new`);
      await isShown(page.getByText('Scan the first unit'));
    });

    it('is sent once by barcodes, also when its answer was lost and the page was left', async () => {
      const { data } = expectDone(await manager.get<WireCatalogue>('/pos/products?limit=100'));
      const variations = data.flatMap((product) => product.variations);
      const { barcode } = variations.find((one) => one.barcode && one.availableQuantity > 5) ?? {};
      await enter(barcode ?? '');
      await lastScan('Goes along');
      await enter(barcode ?? '');
      await isShown(button('Send 2 units'));
      await userEvent.selectOptions(page.getByLabelText('Destination'), String(cebu.id));
      const { keys } = loseAnswer({ path: /transfers$/, method: 'POST' });
      await button('Send 2 units').click();
      await isTold(/^Nobody knows yet whether it was done/);
      await isShown(page.getByText(/^This was sent, and the answer was lost/));
      await screen.goTo(LIST);
      await listLoaded();
      const made = listLinks()[0];
      await screen.goTo(`${LIST}/new`);
      await isShown(page.getByText(/^This was sent, and the answer was lost/));
      await button('Send 2 units').click();
      await isTold(`${made} sent`);
      await expect.poll(() => screen.address().pathname).toMatch(/transfers\/\d+$/);
      expect(keys).toEqual([keys[0], keys[0]]);
      await screen.goTo(`${LIST}/new`);
      await isShown(page.getByText('Scan the first unit'));
    });

    it('says so when the server is gone, and keeps the scan in sight', async () => {
      await isShown(scanField());
      const { mend } = loseServer();
      await enter('SN-1234567');
      await lastScan('The server could not be reached. Scan it again');
      mend();
    });
  });

  describe('one that arrives', () => {
    let units: { id: number; code: string }[];
    let transfer: WireTransfer;
    beforeEach(async () => {
      units = await serialsOnSale(manager, 4);
      transfer = await sent(
        manager,
        cebu.id,
        units.slice(0, 3).map(({ id }) => id),
      );
      await open(`${LIST}/${transfer.id}`, REGIONAL, cebu.id);
      await isShown(page.getByText('Scan what you take out of the box. Others may scan with you.'));
    });
    const code = (place: number) => units[place]?.code ?? '';
    const state = async () => look(regional, transfer.id);

    it('is scanned, looked at and received: found, damaged, missing, not announced', async () => {
      await enter(code(0));
      await lastScan(/^Scanned by/);
      await enter(code(0));
      await lastScan(/^Already scanned by/);
      await enter(code(1));
      await lastScan(/^Scanned by/);
      await button('Mark damaged').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Mark damaged' }).click();
      await expect
        .poll(() => errorOf(page.getByRole('alertdialog').getByLabelText('Reason')))
        .toBe('Say what is damaged');
      await page.getByRole('alertdialog').getByLabelText('Reason').fill('Cracked screen');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Mark damaged' }).click();
      await isGone(page.getByRole('alertdialog'));
      await isShown(row(code(1)).getByText('Damaged'));
      await enter(code(3));
      await lastScan(/^Not in this transfer · Stands at Makati – Ayala/);
      await isShown(page.getByText('Say what was done with 1 unit not announced.'));
      expect(await axeViolations()).toEqual([]);
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold('Not received yet');
      await expect.element(page.getByLabelText(/^What was done with/)).toHaveFocus();
      expect((await state()).received_count).toBe(0);
      await userEvent.selectOptions(
        page.getByLabelText(/^What was done with/),
        'Set aside for Makati – Ayala',
      );
      await isShown(page.getByText('1 goes on sale, 1 goes to defective.'));
      await isShown(page.getByText('1 stays in transit, for Makati – Ayala to settle.'));
      await isGone(page.getByText('Say what was done with 1 unit not announced.'));
      await expect.element(page.getByLabelText(/^What was done with/)).toHaveFocus();
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold('2 units received');
      expect(await state()).toMatchObject({
        status: 'in_transit',
        received_count: 1,
        defective_count: 1,
        extra_count: 1,
      });
      await page.getByRole('tab', { name: 'To settle 3' }).click();
      await isShown(row(code(2)).getByText('Still expected'));
      expect(await axeViolations()).toEqual([]);
    });

    it('takes a scan back, from the last one and from a row', async () => {
      await enter(code(0));
      await lastScan(/^Scanned by/);
      await button('Undo').click();
      await isShown(row(code(0)).getByText('Still expected'));
      await enter(code(0));
      await isShown(row(code(0)).getByText('Scanned'));
      await row(code(0))
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Undo scan' }).click();
      await isShown(row(code(0)).getByText('Still expected'));
      await row(code(1))
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Mark arrived' }).click();
      await isShown(row(code(1)).getByText('Scanned'));
      await isShown(button('Receive 1 unit'));
    });

    it('is not received by the Enter of a scanner', async () => {
      await enter(code(0));
      await lastScan(/^Scanned by/);
      await userEvent.keyboard('{Enter}');
      await enter(code(1));
      await lastScan(/^Scanned by/);
      expect((await state()).received_count).toBe(0);
    });

    it('shows what somebody else received meanwhile when it is received again', async () => {
      await enter(code(0));
      await isShown(button('Receive 1 unit'));
      expectDone(
        await regional.post<WireTransfer>(
          `${LIST}/${transfer.id}/receive`,
          { item_ids: [units[0]?.id] },
          { storeId: cebu.id },
        ),
      );
      await button('Receive 1 unit').click();
      await isTold('Failed to receive transfer');
      await isShown(row(code(0)).getByText('Received'));
    });
  });

  describe('one that was sent', () => {
    let units: { id: number; code: string }[];
    let transfer: WireTransfer;
    beforeEach(async () => {
      units = await serialsOnSale(manager, 2);
      transfer = await sent(
        manager,
        cebu.id,
        units.map(({ id }) => id),
      );
    });

    it('prints what goes with the box, by the browser where there is no till', async () => {
      const printed = watchPrinting();
      await open(`${LIST}/${transfer.id}`);
      await button('Packing list').click();
      await expect.poll(() => printed.length).toBe(1);
      for (const part of [`Transfer ${transfer.number}`, cebu.name, ...units.map(({ code }) => code)]) {
        expect(printed[0]).toContain(part);
      }
    });

    it('is cancelled with a reason while nothing has arrived', async () => {
      await open(`${LIST}/${transfer.id}`);
      await button('Cancel transfer').click();
      await isShown(dialog(`Cancel ${transfer.number}?`));
      expect(await axeViolations()).toEqual([]);
      await page.getByLabelText('Reason').fill('Sent by mistake');
      await button('Cancel transfer of 2 units').click();
      await isTold(`${transfer.number} cancelled`);
      await isShown(page.getByRole('region', { name: 'How it ended' }).getByText('Sent by mistake'));
      expect(await axeViolations()).toEqual([]);
    });

    it('is closed by who sent it, with what became of what is still missing', async () => {
      const at = { storeId: cebu.id };
      await open(`${LIST}/${transfer.id}`);
      await button('Close the difference').click();
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold('Say what became of the units');
      const fates = page.getByLabelText(/^What became of/);
      await userEvent.selectOptions(fates.first(), 'Lost on the way');
      await userEvent.selectOptions(fates.last(), 'Lost on the way');
      await page.getByRole('dialog').getByLabelText('Reason').fill('Not in the box');
      // The page does not hear of what arrives before it is settled.
      const { release } = holdCall({ path: /transfers\/\d+$/, method: 'GET' });
      expectDone(
        await regional.post<object>(`${LIST}/${transfer.id}/scans`, { codes: [units[0]?.code] }, at),
      );
      expectDone(await regional.post<WireTransfer>(`${LIST}/${transfer.id}/receive`, {}, at));
      await button('Settle 2 units').click();
      await isTold('Failed to settle transfer');
      release();
      await isShown(button('Settle 1 unit'));
      expect(await axeViolations()).toEqual([]);
      await page.getByRole('dialog').getByLabelText('Reason').fill('');
      const gone = document.activeElement;
      if (gone instanceof HTMLElement) gone.blur();
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect
        .poll(() => errorOf(page.getByRole('dialog').getByLabelText('Reason')))
        .toBe('Reason required');
      await page.getByRole('dialog').getByLabelText('Reason').fill('Not in the box');
      // A window that was closed left a scan on this computer.
      localStorage.setItem(
        `tindahan.note.scans.transfer.${transfer.sent_by.id}.${transfer.id}`,
        JSON.stringify([{ code: 'LEFT-1', key: crypto.randomUUID() }]),
      );
      await button('Settle 1 unit').click();
      await isTold('1 unit settled');
      await isShown(page.getByText('How it ended'));
      await isShown(page.getByRole('list', { name: '1 scan not saved' }).getByText(/^LEFT-1: /));
      expect(await look(manager, transfer.id)).toMatchObject({ status: 'received', lost_count: 1 });
    });

    it('says of a unit that it never left, not that it is in stock: it may have been sold there', async () => {
      const [sold] = transfer.items;
      const items = [{ inventory_item_id: sold?.inventory_item_id ?? 0, outcome: 'returned' as const }];
      expectDone(await settle(manager, transfer.id, items, 'Sold as MNL-01-T2B-X000012'));
      await open(`${LIST}/${transfer.id}`);
      const unit = rows().filter({ hasText: 'Sold as MNL-01-T2B-X000012' });
      await isShown(unit.getByText('Never left'));
      await isShown(page.getByLabelText('Units by what became of them').getByText('Never left'));
      await isGone(page.getByText('Back in stock'));
      await open(`/inventory/${sold?.inventory_item_id}`);
      await isShown(page.getByText('Had not left'));
    });
  });

  it('says that there is no such transfer', async () => {
    await open(`${LIST}/999999`);
    await isShown(page.getByText('Transfer not found'));
    expect(await axeViolations()).toEqual([]);
  });
});
