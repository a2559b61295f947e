import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { customerGroup } from '#contract/shapes.ts';
import { addDays, formatDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { dropFirstAnswer, toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import { typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const today = () => storeDate(Date.now(), 'Asia/Manila');

describe('the customer form', () => {
  const shop = demoShop();
  let manager: Caller;
  let page: Page;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  const open = async (path: string, email = MANAGER) => {
    page = await shop.open({ email, path });
    page.setDefaultTimeout(10_000);
  };
  const openNew = async (email = MANAGER) => {
    await open('/customers/new', email);
    await field('Name').waitFor();
  };
  const field = (label: string) => page.getByLabel(label, { exact: true });
  /** A day in the open calendar: `22, November, 2026`. */
  const calendarDay = (date: CalendarDate) => {
    const [month, day, year] = formatDate(date).replace(',', '').split(' ');
    return page.getByRole('button', { name: `${day}, ${month}, ${year}` });
  };
  const errorOf = async (label: string) => {
    const described = (await field(label).getAttribute('aria-describedby')) ?? '';
    const error = described.split(' ').find((id) => id.endsWith('-error'));
    return error ? page.locator(`[id="${error}"]`).textContent() : null;
  };
  const create = () => page.getByRole('button', { name: 'Create Customer' });
  const update = () => page.getByRole('button', { name: 'Update Customer' });
  const pathname = () => new URL(page.url()).pathname;
  const stored = async (id: number) => expectDone(await manager.get<WireCustomer>(`/customers/${id}`));
  const shownId = () => Number(/\/customers\/(\d+)$/.exec(pathname())?.[1]);
  const groups = async () =>
    expectDone(await manager.get<z.input<typeof customerGroup>[]>('/customer-groups'));
  const countOf = async (phone: string) =>
    expectDone(await manager.get<{ total: number }>(`/customers?phone=${encodeURIComponent(phone)}`)).total;

  it('names what is wrong with each field, in the specification’s words', async () => {
    await openNew();
    await create().click();
    await expect.poll(() => errorOf('Name')).toBe('Name is required');
    await expect.poll(() => errorOf('Phone')).toBe('Phone number is required');
    await page.getByText('Check 2 fields above.').waitFor();
    await expect.poll(() => field('Name').evaluate((input) => input === document.activeElement)).toBe(true);
    await field('Name').fill('x'.repeat(256));
    await expect.poll(() => errorOf('Name')).toBe('Name must be less than 255 characters');
    await field('Name').fill('x'.repeat(255));
    await expect.poll(() => errorOf('Name')).toBeNull();
    await field('Phone').fill('0'.repeat(21));
    await expect.poll(() => errorOf('Phone')).toBe('Phone number must be less than 20 characters');
    await field('Phone').fill('0917-555-01A2');
    await expect.poll(() => errorOf('Phone')).toBe('Invalid phone number format');
    await field('Phone').fill('+63 (917) 555-0199');
    await expect.poll(() => errorOf('Phone')).toBeNull();
    await field('Email').fill('liza.fernandez@');
    await expect.poll(() => errorOf('Email')).toBe('Invalid email format');
    await field('Birthday').fill(addDays(today(), 1));
    await expect.poll(() => errorOf('Birthday')).toBe('Birthday cannot be in the future');
    expect(await page.getByText('No future dates').count()).toBe(0);
    await page.getByRole('button', { name: 'Open calendar' }).click();
    await expect.poll(() => calendarDay(addDays(today(), 1)).isDisabled()).toBe(true);
    await calendarDay(today()).click();
    await expect.poll(() => field('Birthday').inputValue()).toBe(formatDate(today()));
    await expect.poll(() => errorOf('Birthday')).toBeNull();
    expect(pathname()).toBe('/customers/new');
  });

  it('does not take half a date for none', async () => {
    await openNew();
    await field('Name').fill('Half a Date');
    await field('Phone').fill('0917 555 7001');
    await field('Birthday').focus();
    await page.keyboard.type('0305');
    await create().click();
    await expect.poll(() => errorOf('Birthday')).toBe('Invalid date');
    expect(await countOf('0917 555 7001')).toBe(0);
  });

  it('creates a customer with everything, and shows them', async () => {
    await openNew('salesperson@demo.test');
    await field('Name').fill('  Maria Santos ');
    await field('Phone').fill('0917 555 7100');
    await field('Email').fill('maria.santos@example.ph');
    await field('Address').fill('Unit 1204\nMakati City 1229');
    await field('Birthday').fill('3/5/1990');
    await field('Birthday').blur();
    await expect.poll(() => field('Birthday').inputValue()).toBe('March 5, 1990');
    await expect.poll(() => field('Customer group').locator('option').first().textContent()).toBe('None');
    await expect.poll(() => field('Signup channel').locator('option').first().textContent()).toBe('None');
    await field('Customer group').selectOption({ label: 'Member' });
    await field('Signup channel').selectOption({ label: 'Facebook' });
    await field('Notes').fill('Prefers GCash.');
    await page.keyboard.press('Control+s');
    await toast(page, 'Maria Santos created').waitFor();
    await page.getByRole('heading', { name: 'Maria Santos', level: 1 }).waitFor();
    expect(await stored(shownId())).toMatchObject({
      name: 'Maria Santos',
      phone: '0917 555 7100',
      email: 'maria.santos@example.ph',
      address: 'Unit 1204\nMakati City 1229',
      birthday: '1990-03-05',
      notes: 'Prefers GCash.',
      customer_group_id: (await groups()).find(({ slug }) => slug === 'member')?.id,
      signup_channel: { name: 'Facebook' },
    });
    await page.getByText('March 5, 1990').waitFor();
    await page.goBack();
    expect(pathname()).not.toBe('/customers/new');
  });

  it('sends what is left empty, and what was emptied, as null', async () => {
    await openNew();
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await field('Name').fill('Plain Person');
    await field('Phone').fill('0917 555 7200');
    await create().click();
    expect((await asked).postDataJSON()).toEqual({
      name: 'Plain Person',
      phone: '0917 555 7200',
      email: null,
      address: null,
      birthday: null,
      notes: null,
      customer_group_id: null,
      signup_channel_id: null,
    });
    await page.getByRole('heading', { name: 'Plain Person', level: 1 }).waitFor();
    const id = shownId();
    expectDone(
      await manager.put(`/customers/${id}`, {
        email: 'a@example.ph',
        address: 'Somewhere',
        birthday: '1980-01-02',
        notes: 'A note',
        customer_group_id: (await groups())[0]?.id,
      }),
    );
    await page.goto(`/customers/${id}/edit`);
    await field('Email').waitFor();
    await expect.poll(() => field('Email').inputValue()).toBe('a@example.ph');
    for (const label of ['Email', 'Address', 'Notes']) await field(label).fill('');
    await page.getByRole('button', { name: 'Clear date' }).click();
    expect(await field('Birthday').inputValue()).toBe('');
    await field('Customer group').selectOption({ label: 'None' });
    await update().click();
    await toast(page, 'Customer updated').waitFor();
    await expect
      .poll(() => stored(id))
      .toMatchObject({
        email: null,
        address: null,
        birthday: null,
        notes: null,
        customer_group_id: null,
      });
  });

  it('changes only what was touched, and goes to the customer', async () => {
    const someone = await addCustomer(manager, 'Edith Before', 'vip');
    await open(`/customers/${someone.id}/edit`);
    await field('Name').waitFor();
    await expect.poll(() => field('Name').inputValue()).toBe('Edith Before');
    await expect.poll(() => update().getAttribute('aria-disabled')).toBe('true');
    await field('Name').fill('Edith After');
    expectDone(await manager.put(`/customers/${someone.id}`, { notes: 'Written meanwhile' }));
    await update().click();
    await page.getByRole('heading', { name: 'Edith After', level: 1 }).waitFor();
    expect(pathname()).toBe(`/customers/${someone.id}`);
    await expect
      .poll(() => stored(someone.id))
      .toMatchObject({
        name: 'Edith After',
        notes: 'Written meanwhile',
        customer_group: { slug: 'vip' },
      });
  });

  it('warns that a number is somebody’s, asks once, and creates all the same', async () => {
    const owner = await addCustomer(manager, 'Owner Ofnumber');
    await openNew();
    await field('Name').fill('Second Ofnumber');
    await field('Phone').fill(owner.phone.replace('0917 ', '+63 917-'));
    await page.getByText('Owner Ofnumber has this number').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Owner Ofnumber' }).getAttribute('href'))
      .toBe(`/customers/${owner.id}`);
    const question = page.getByRole('alertdialog', { name: 'Create a second customer with this number?' });
    await create().click();
    await question.getByText('Owner Ofnumber has this number.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => countOf(owner.phone)).toBe(1);
    await create().click();
    const path = /\/api\/v1\/customers$/;
    await page.route(path, (route) =>
      route.fulfill({ status: 409, json: { message: 'Not now', code: 'illegal_state' } }),
    );
    await question.getByRole('button', { name: 'Create Customer' }).click();
    await toast(page, 'Failed to create customer').waitFor();
    await page.unroute(path);
    // Agreed to once, it is not asked again.
    await create().click();
    await page.getByRole('heading', { name: 'Second Ofnumber', level: 1 }).waitFor();
    await expect.poll(() => countOf(owner.phone)).toBe(2);
  });

  it('warns on a change, too, that the new number is somebody’s, and asks once', async () => {
    const owner = await addCustomer(manager, 'First Ofnumber');
    const changed = await addCustomer(manager, 'Changed Number');
    await open(`/customers/${changed.id}/edit`);
    await field('Phone').fill(owner.phone.replace(/^0/, '+63'));
    await page.getByText('First Ofnumber has this number').waitFor();
    await update().click();
    const question = page.getByRole('alertdialog', { name: 'Give this number to a second customer?' });
    await question.getByText('First Ofnumber has this number.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await stored(changed.id)).phone).toBe(changed.phone);
    await update().click();
    await question.getByRole('button', { name: 'Update Customer' }).click();
    await page.getByRole('heading', { name: 'Changed Number', level: 1 }).waitFor();
    await expect.poll(() => countOf(owner.phone)).toBe(2);
    // The number is theirs now: whatever else is changed, nobody is warned of it again.
    await page.getByRole('button', { name: 'Edit Customer' }).click();
    await field('Notes').fill('Shares a number');
    await update().click();
    await page.getByText('Shares a number').waitFor();
  });

  it('does not warn of a customer’s own number, however it is spelled', async () => {
    const someone = await addCustomer(manager, 'Own Number');
    await open(`/customers/${someone.id}/edit`);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('phone=') && asked.push(request.url()));
    const spelled = someone.phone.replace(/^0/, '+63 ');
    await field('Phone').fill(spelled);
    await update().click();
    await page.getByRole('heading', { name: 'Own Number', level: 1 }).waitFor();
    expect((await stored(someone.id)).phone).toBe(spelled);
    expect(asked).toEqual([]);
  });

  it('says nothing about a number that nobody has, or that is not one yet', async () => {
    const owner = await addCustomer(manager, 'Nearly Thesame');
    await openNew();
    await field('Name').fill('Fresh Number');
    const asked = page.waitForResponse((response) => response.url().includes('phone='));
    await field('Phone').fill(owner.phone.slice(0, -1));
    await asked;
    expect(await page.getByText('has this number').count()).toBe(0);
    await create().click();
    await page.getByRole('heading', { name: 'Fresh Number', level: 1 }).waitFor();
  });

  it('shows the server’s field errors on the fields and its other refusals as toasts', async () => {
    const someone = await addCustomer(manager, 'Refused Person');
    await open(`/customers/${someone.id}/edit`);
    const path = /\/customers\/\d+$/;
    const answer = (status: number, json: object) =>
      page.route(path, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.fallback(),
      );
    await answer(422, {
      message: 'Nobody lives there',
      code: 'validation_failed',
      errors: { address: ['Nobody lives there'] },
    });
    await field('Address').fill('Nowhere');
    await update().click();
    await expect.poll(() => errorOf('Address')).toBe('Nobody lives there');
    await page.unroute(path);
    await answer(409, { message: 'Not like this', code: 'illegal_state' });
    await update().click();
    await toast(page, 'Failed to update customer').waitFor();
    await toast(page, 'Not like this').waitFor();
    await expect.poll(() => field('Address').inputValue()).toBe('Nowhere');
    expect((await stored(someone.id)).address).toBeNull();
  });

  it('makes one customer of a form whose first answer was lost', async () => {
    await openNew();
    const sent = await dropFirstAnswer(page, { method: 'POST', path: /\/customers$/ });
    await field('Name').fill('Lost Answer');
    await field('Phone').fill('0917 555 7300');
    await create().click();
    await toast(page, 'The server cannot be reached').waitFor();
    await create().click();
    await page.getByRole('heading', { name: 'Lost Answer', level: 1 }).waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toBe(sent[1]?.key);
    await expect.poll(() => countOf('0917 555 7300')).toBe(1);
  });

  it('leaves with Cancel: to the list from a new customer, to the customer from their form', async () => {
    const someone = await addCustomer(manager, 'Left Alone');
    await openNew();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(pathname).toBe('/customers');
    await page.goto(`/customers/${someone.id}/edit`);
    await field('Name').fill('Changed a Little');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => field('Name').inputValue()).toBe('Changed a Little');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(pathname).toBe(`/customers/${someone.id}`);
    expect((await stored(someone.id)).name).toBe('Left Alone');
  });

  it('is filled and sent from the keyboard alone', async () => {
    await openNew();
    await expect.poll(() => field('Name').evaluate((input) => input === document.activeElement)).toBe(true);
    await typeByHand(page, 'Keys Only');
    await page.keyboard.press('Tab');
    await typeByHand(page, '0917 555 7400');
    await page.keyboard.press('Tab');
    await typeByHand(page, 'keys@example.ph');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keys Only', level: 1 }).waitFor();
    expect(await stored(shownId())).toMatchObject({ phone: '0917 555 7400', email: 'keys@example.ph' });
  });

  it('says that a customer to edit is not there', async () => {
    await open('/customers/999999/edit');
    await page.getByRole('alert').getByText('Customer not found').waitFor();
    await page.goto('/customers/wild/edit');
    await page.getByRole('alert').getByText('The customer you are looking for does not exist.').waitFor();
  });
});
