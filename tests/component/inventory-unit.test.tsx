import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import { isImei } from '#domain/barcodes.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { cartLines } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, phonesOnSale, sell, unitsOnSale } from '#tests/support/selling.ts';

type Unit = z.input<typeof inventory.create.response>;
type UnitHistory = z.input<typeof inventory.get.response>;
type List = z.input<typeof inventory.list.response>;

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const CHECKER = 'inventory_checker@demo.test';

/** Fourteen digits of a phone that no other test has. */
const phoneDigits = () => `9${String(Math.floor(Math.random() * 1e13)).padStart(13, '0')}`;
const phoneImei = () => `${phoneDigits()}0`;
const serialNo = () => `ITEM-${crypto.randomUUID().slice(0, 13).toUpperCase()}`;

describe('an inventory item', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let phone: Unit;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const found = await manager.get<List>('/inventory?status=available&category=new&per_page=200');
    const some = expectDone(found).data.find(({ imei }) => imei !== null);
    if (!some) throw new Error('The store has no phone');
    phone = some;
  });
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const fullName = () => `${phone.product_variation.product.name}, ${phone.product_variation.name}`;
  const addUnit = async (fields: object = {}) =>
    expectDone(
      await manager.post<Unit>('/inventory', {
        product_variation_id: phone.product_variation.id,
        category: 'new',
        serial_number: serialNo(),
        ...fields,
      }),
    );
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  const chooseProduct = async () => {
    await page.getByRole('combobox', { name: 'Product variation' }).fill(fullName());
    await page.getByRole('option', { name: fullName() }).first().click();
  };
  const save = () => page.getByRole('button', { name: /^Create Item/ });

  describe('that is added', () => {
    it('asks for what is missing, on the fields', async () => {
      await open('/inventory/create');
      await save().click();
      await expect
        .poll(() => errorOf(page.getByRole('combobox', { name: 'Product variation' })))
        .toBe('Product variation is required');
      await chooseProduct();
      await expect.poll(() => errorOf(page.getByRole('combobox', { name: 'Product variation' }))).toBeNull();
      await save().click();
      await expect
        .poll(() => errorOf(field('Serial number')))
        .toBe('This product needs a serial number or an IMEI');
      await field('IMEI').fill('35-678910-452342-X');
      await save().click();
      await expect.poll(() => errorOf(field('IMEI'))).toBe('An IMEI has digits only');
      expect(await axeViolations()).toEqual([]);
    });

    it('may be of an inactive product, which the form says', async () => {
      const { product } = phone.product_variation;
      const admin = await callerAs('admin@demo.test');
      const isNow = async (status: string) =>
        expectDone(await admin.put(`/products/${product.id}`, { status }));
      await isNow('inactive');
      onTestFinished(async () => void (await isNow('active')));
      await open('/inventory/create');
      await chooseProduct();
      await isShown(page.getByText(/^Inactive: at the till neither cards nor search show it/));
      expect(await axeViolations()).toEqual([]);
      await field('Serial number').fill(serialNo());
      await save().click();
      await isTold(`${fullName()} created`);
    });

    it('is sent with the store that is chosen and the label of the address, and shown', async () => {
      const qr = `LABEL-${serialNo()}`;
      await open(`/inventory/create?qr_code=${qr.toLowerCase()}`);
      const sent = watchCalls({ path: /\/api\/v1\/inventory$/, method: 'POST' });
      await chooseProduct();
      await expect.element(field('QR code')).toHaveValue(qr);
      await userEvent.selectOptions(field('Category'), 'Used');
      await userEvent.selectOptions(field('Condition rating'), '4 of 5');
      await field('Serial number').fill(serialNo());
      await field('Purchase cost').fill('41,500.50');
      await save().click();
      await isTold(`${fullName()} created`);
      await isShown(page.getByRole('heading', { name: fullName() }));
      expect(sent.map(({ body }) => body)).toEqual([
        expect.objectContaining({
          qr_code: qr,
          category: 'used',
          condition_rating: 4,
          purchase_cost: 41_500.5,
          store_id: phone.store.id,
        }),
      ]);
      await isShown(page.getByText('₱41,500.50'));
      await isShown(page.getByText('Used, 4 of 5'));
    });

    it('hides the rating of a new one, and forgets it', async () => {
      await open('/inventory/create');
      expect(page.getByLabelText('Condition rating').query()).toBeNull();
      await userEvent.selectOptions(field('Category'), 'Refurbished');
      await userEvent.selectOptions(field('Condition rating'), '3 of 5');
      await userEvent.selectOptions(field('Category'), 'New');
      await isGone(page.getByLabelText('Condition rating'));
      await userEvent.selectOptions(field('Category'), 'Refurbished');
      await expect.element(field('Condition rating')).toHaveValue('');
    });

    it('warns of an IMEI whose last digit does not fit, and takes it', async () => {
      await open('/inventory/create');
      await chooseProduct();
      const digits = phoneDigits();
      const wrong = ['0', '1'].map((last) => digits + last).find((imei) => !isImei(imei)) ?? '';
      await field('IMEI').fill(wrong);
      await isShown(page.getByText('Its last digit does not fit: check this IMEI'));
      const [short, serial] = [phoneDigits(), serialNo()];
      onTestFinished(listenToScanners(() => undefined));
      await field('Serial number').click();
      await pressAsScanner([...short, 'Enter']);
      await expect.element(field('IMEI 2')).toHaveValue(short);
      await isShown(page.getByText('Only 14 digits: compare it with the IMEI on the box'));
      await pressAsScanner([...serial, 'Enter']);
      await expect.element(field('Serial number')).toHaveValue(serial);
      await expect.element(field('IMEI 2')).toHaveValue(short);
      await save().click();
      await isTold(`${fullName()} created`);
    });

    it('warns of a label that was scanned as a serial number', async () => {
      await open('/inventory/create');
      await chooseProduct();
      onTestFinished(listenToScanners(() => undefined));
      await pressAsScanner([...'K7TRWX3P', 'Enter']);
      await isShown(page.getByText('This looks like a QR code: check this serial number'));
      await field('Serial number').fill('F2LXK8Q1Q0');
      await isGone(page.getByText('This looks like a QR code: check this serial number'));
    });

    it('leads to the unit that has its number already', async () => {
      const other = await addUnit();
      await open('/inventory/create');
      await chooseProduct();
      await field('Serial number').fill(other.serial_number?.toLowerCase() ?? '');
      await save().click();
      await expect
        .poll(() => errorOf(field('Serial number')))
        .toBe(
          `${phone.product_variation.product.name} ${phone.product_variation.name}, ${phone.store.name}, has this serial number already. Show it`,
        );
      await expect
        .element(page.getByRole('link', { name: 'Show it' }))
        .toHaveAttribute('href', `/inventory/${other.id}`);
    });

    it('says in its own words that it was not added', async () => {
      await open('/inventory/create');
      await chooseProduct();
      await field('Serial number').fill(serialNo());
      failCalls({
        path: /\/api\/v1\/inventory$/,
        method: 'POST',
        status: 409,
        body: { message: 'No', code: 'no' },
      });
      await save().click();
      await isTold('Failed to create inventory item');
    });

    it('leaves the form to the next one of the same product with Create and next', async () => {
      await open('/inventory/create');
      const sent = watchCalls({ path: /\/api\/v1\/inventory$/, method: 'POST' });
      await chooseProduct();
      await field('Purchase cost').fill('100');
      for (const serial of [serialNo(), serialNo()]) {
        await field('Serial number').fill(serial);
        await page.getByRole('button', { name: 'Create and next' }).click();
        await expect.element(field('Serial number')).toHaveValue('');
        await expect.element(field('IMEI')).toHaveFocus();
        await expect
          .element(page.getByRole('combobox', { name: 'Product variation' }))
          .toHaveValue(fullName());
      }
      expect(sent.map(({ body }) => (body as Unit).purchase_cost)).toEqual([100, 100]);
      expect(screen.address().pathname).toBe('/inventory/create');
    });
  });

  describe('that is there', () => {
    it('tells its history with links, and its warranty', async () => {
      const seller = await callerAs(SELLER);
      const [sold = 0] = await phonesOnSale(seller, 1);
      const { transaction } = await sell(seller, [sold]);
      await open(`/inventory/${sold}`);
      const history = page.getByRole('region', { name: 'History' });
      await expect
        .element(history.getByRole('link', { name: transaction.invoice_number ?? '' }))
        .toHaveAttribute('href', `/transactions/${transaction.id}`);
      await isShown(history.getByText('Received'));
      await isShown(page.getByText('In warranty', { exact: true }));
      await isShown(page.getByText(/^In warranty until .+ days left$/));
      expect(page.getByRole('button', { name: 'Edit Item' }).query()).toBeNull();
      expect(await axeViolations()).toEqual([]);
    });

    it('shows the last of a long history at first, and all of it when asked', async () => {
      const unit = await addUnit();
      for (let change = 1; change <= 51; change += 1) {
        expectDone(await manager.put(`/inventory/${unit.id}`, { notes: `Look ${change}` }));
      }
      await open(`/inventory/${unit.id}`);
      const history = page.getByRole('region', { name: 'History' });
      await isShown(history.getByText('Notes: Look 50 → Look 51'));
      const terms = page.getByRole('term').elements();
      expect(terms.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
        'Serial number',
        'Condition',
        'Store',
      ]);
      expect(terms.map(({ textContent }) => textContent)).toContain('Retail price');
      expect(history.getByRole('listitem').elements()).toHaveLength(50);
      await page.getByRole('button', { name: 'Show 2 earlier events' }).click();
      await isShown(history.getByText('Received'));
      expect(history.getByRole('listitem').elements()).toHaveLength(52);
    });

    it('names the units that have its IMEI, too, from before that was refused', async () => {
      const [unit, other] = [await addUnit({ imei: phoneImei() }), await addUnit()];
      const shown = expectDone(await manager.get<UnitHistory>(`/inventory/${unit.id}`));
      const found = expectDone(
        await manager.get<{ unit: object }>(`/inventory/where-is?code=${other.serial_number}`),
      ).unit;
      const same = { ...found, imei2: unit.imei?.slice(0, -1) };
      const elsewhere = { ...same, id: other.id + 1, is_yours: false, store: { id: 99, name: 'Elsewhere' } };
      failCalls({
        path: new RegExp(`/inventory/${unit.id}$`),
        status: 200,
        body: { ...shown, same_imei: [same, elsewhere] },
      });
      await open(`/inventory/${unit.id}`);
      const name = `${fullName()}, IMEI ${same.imei2}`;
      const told = (store: string) => `${name}, ${store}, has this IMEI, too. Correct or delete one of them`;
      await isShown(page.getByText(told(phone.store.name)));
      await isShown(page.getByText(told('Elsewhere')));
      const links = page.getByRole('link', { name }).elements();
      expect(links.map((link) => link.getAttribute('href'))).toEqual([`/inventory/${other.id}`]);
      expect(await axeViolations()).toEqual([]);
    });

    it('sends what was changed alone, and goes back', async () => {
      const unit = await addUnit();
      await open(`/inventory/${unit.id}`);
      await page.getByRole('button', { name: 'Edit Item' }).click();
      const sent = watchCalls({ path: /\/api\/v1\/inventory\/\d+$/, method: 'PUT' });
      await field('Notes').fill('Box opened');
      await page.getByRole('button', { name: /^Update Item/ }).click();
      await isTold('Inventory item updated');
      await isShown(page.getByText('Notes: none → Box opened'));
      expect(sent.map(({ body }) => body)).toEqual([{ notes: 'Box opened' }]);
      expect(screen.address().pathname).toBe(`/inventory/${unit.id}`);
    });

    it('keeps what was typed when it is gone meanwhile', async () => {
      const unit = await addUnit();
      await open(`/inventory/${unit.id}/edit`);
      await field('Notes').fill('Box opened');
      const admin = await callerAs('admin@demo.test');
      expectDone(await admin.delete(`/inventory/${unit.id}`, { reason: 'Entered twice' }));
      const asked = watchCalls({ path: new RegExp(`/inventory/${unit.id}$`) });
      await page.getByRole('button', { name: /^Update Item/ }).click();
      await isTold('Failed to update inventory item');
      await expect.poll(() => asked.length).toBe(1);
      await asked[0]?.answer;
      // The page is drawn with that answer by the time it is saved again.
      await page.getByRole('button', { name: /^Update Item/ }).click();
      await expect.poll(() => asked.length).toBe(2);
      await expect.element(field('Notes')).toHaveValue('Box opened');
      expect(page.getByText('Inventory item not found').elements()).toEqual([]);
    });

    it('is not found where it stands in another store, and shows no cost to whoever may not see it', async () => {
      const unit = await addUnit({ purchase_cost: 77 });
      await open(`/inventory/${unit.id}`, CHECKER);
      await isShown(page.getByText('Inventory item not found'));
      await open(`/inventory/${unit.id}`, SELLER);
      await isShown(page.getByRole('heading', { name: 'History' }));
      expect(document.body.textContent).not.toContain('cost');
    });
  });

  describe('that is looked for', () => {
    it('is found wherever it is, with its state and warranty', async () => {
      const seller = await callerAs(SELLER);
      const [sold = 0] = await phonesOnSale(seller, 1);
      const { transaction } = await sell(seller, [sold]);
      const { imei } = expectDone(await manager.get<Unit>(`/inventory/${sold}`));
      await open('/inventory/where-is', CHECKER);
      const number = page.getByRole('searchbox', { name: 'Serial number or IMEI' });
      await isShown(page.getByText('Scan the unit', { exact: true }));
      await page.getByRole('button', { name: 'Find' }).click();
      await userEvent.keyboard('{F2}');
      await expect.element(number).toHaveFocus();
      await number.fill(imei ?? '');
      await userEvent.keyboard('{Enter}');
      await isShown(page.getByText('In warranty', { exact: true }));
      await isShown(page.getByText('Sold', { exact: true }));
      expect(screen.address().searchParams.get('code')).toBe(imei);
      // People of another store see no more than that.
      expect(page.getByText(transaction.invoice_number ?? '').query()).toBeNull();
      expect(await axeViolations()).toEqual([]);

      await open(`/inventory/where-is?code=${imei}`, SELLER);
      await isShown(page.getByRole('link', { name: transaction.invoice_number ?? '' }));
    });

    it('is looked up from the till, in warranty or out of it, and the cart stays', async () => {
      const seller = await callerAs(SELLER);
      const [sold = 0] = await phonesOnSale(seller, 1);
      await sell(seller, [sold]);
      const { imei } = expectDone(await manager.get<Unit>(`/inventory/${sold}`));
      const draft = await openDraft(seller, await unitsOnSale(seller, 1));
      await openScreen(`/pos/${draft.id}`, { email: SELLER, withMenu: true });
      await isShown(cartLines());
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inventory' }).click();
      await page.getByRole('link', { name: 'Find a Unit' }).click();
      await page.getByRole('searchbox', { name: 'Serial number or IMEI' }).fill(imei ?? '');
      await userEvent.keyboard('{Enter}');
      await isShown(page.getByText(/^In warranty until .+ days left$/));
      const found = expectDone(await seller.get<object>(`/inventory/where-is?code=${imei}`));
      const warranty = { months: 12, state: 'expired', until: '2026-11-01', days_left: null };
      const { mend } = failCalls({ path: /where-is/, status: 200, body: { ...found, warranty } });
      await page.getByRole('searchbox', { name: 'Serial number or IMEI' }).fill('1');
      await userEvent.keyboard('{Enter}');
      await isShown(page.getByText('Out of warranty since November 1, 2026'));
      mend();
      await page.getByRole('link', { name: 'Point of Sale' }).click();
      await isShown(cartLines());
      await isShown(page.getByText(draft.transaction_number));
    });

    it('was not sold by us where nobody knows its number', async () => {
      await open('/inventory/where-is?code=350000000000000', SELLER);
      await isShown(page.getByText('Not sold by us'));
    });
  });
});
