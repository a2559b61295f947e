import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { customerGroup } from '#contract/shapes.ts';
import { addDays, formatDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  loseAnswer,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const CUSTOMERS = /\/api\/v1\/customers$/;
const today = () => storeDate(Date.now(), 'Asia/Manila');

describe('the customer form', () => {
  let manager: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const errorAt = (label: string) => expect.poll(() => errorOf(field(label)));
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
    await isShown(field('Name'));
  };
  const openNew = (email = MANAGER) => open('/customers/new', email);
  /** A day in the open calendar: `22, November, 2026`. */
  const calendarDay = (date: CalendarDate) => {
    const [month, day, year] = formatDate(date).replace(',', '').split(' ');
    return page.getByRole('button', { name: `${day}, ${month}, ${year}`, exact: true });
  };
  const button = (name: string) => page.getByRole('button', { name });
  const create = () => button('Create Customer').click();
  const update = () => button('Update Customer');
  const saved = (name: string) => isShown(page.getByRole('heading', { name, level: 1, exact: true }));
  const pathname = () => screen.address().pathname;
  const stored = async (id: number) => expectDone(await manager.get<WireCustomer>(`/customers/${id}`));
  const shownId = () => Number(/\/customers\/(\d+)$/.exec(pathname())?.[1]);
  const groups = async () =>
    expectDone(await manager.get<z.input<typeof customerGroup>[]>('/customer-groups'));
  const countOf = async (phone: string) =>
    expectDone(await manager.get<{ total: number }>(`/customers?phone=${encodeURIComponent(phone)}`)).total;

  it('names what is wrong with each field, in the specification’s words', async () => {
    await openNew();
    await create();
    await errorAt('Name').toBe('Name is required');
    await errorAt('Phone').toBe('Phone number is required');
    await isShown(page.getByText('Check 2 fields'));
    await expect.element(field('Name')).toHaveFocus();
    await field('Name').fill('x'.repeat(256));
    await errorAt('Name').toBe('Name must be less than 255 characters');
    await field('Name').fill('x'.repeat(255));
    await errorAt('Name').toBeNull();
    await field('Phone').fill('0'.repeat(21));
    await errorAt('Phone').toBe('Phone number must be less than 20 characters');
    await field('Phone').fill('0917-555-01A2');
    await errorAt('Phone').toBe('Invalid phone number format');
    await field('Phone').fill('+63 (917) 555-0199');
    await errorAt('Phone').toBeNull();
    await field('Email').fill('liza.fernandez@');
    await errorAt('Email').toBe('Invalid email format');
    await field('Birthday').fill(addDays(today(), 1));
    await errorAt('Birthday').toBe('Birthday cannot be in the future');
    expect(page.getByText('No future dates').elements()).toEqual([]);
    await button('Open calendar').click();
    await isShown(calendarDay(today()));
    await userEvent.keyboard('{Escape}');
    await isGone(calendarDay(today()));
    await expect.element(button('Open calendar')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(calendarDay(addDays(today(), 1))).toBeDisabled();
    await calendarDay(today()).click();
    await expect.element(field('Birthday')).toHaveValue(formatDate(today()));
    await errorAt('Birthday').toBeNull();
    expect(pathname()).toBe('/customers/new');
    // In a window as low as at 200 % the whole calendar is in sight.
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await button('Open calendar').click();
    await isShown(calendarDay(today()));
    const surface = page.getByRole('dialog', { name: 'Birthday' });
    await expect.poll(() => surface.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(384);
    expect(surface.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
    await page.viewport(390, 844);
    await expect.poll(() => surface.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
    expect(surface.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0);
  });

  it('does not take half a date for none', async () => {
    await openNew();
    expect(page.getByText('No changes').elements()).toEqual([]);
    await field('Name').fill('Half a Date');
    await field('Phone').fill('0917 555 7001');
    await userEvent.type(field('Birthday'), '0305');
    await create();
    await errorAt('Birthday').toBe('Invalid date');
    expect(await countOf('0917 555 7001')).toBe(0);
  });

  it('creates a customer with everything, and shows them', async () => {
    await openNew('salesperson@demo.test');
    await screen.goTo('/customers');
    await screen.goTo('/customers/new');
    await field('Name').fill('  Maria Santos ');
    await field('Phone').fill('0917 555 7100');
    await field('Email').fill('maria.santos@example.ph');
    await field('Address').fill('Unit 1204\nMakati City 1229');
    await field('Birthday').fill('3/5/1990');
    await userEvent.tab();
    await expect.element(field('Birthday')).toHaveValue('March 5, 1990');
    for (const label of ['Customer group', 'Signup channel']) {
      const [first] = (field(label).element() as HTMLSelectElement).options;
      expect([label, first?.text]).toEqual([label, 'None']);
    }
    // The store's own group is proposed.
    await expect.element(field('Customer group')).toHaveDisplayValue('Regular');
    // Groups with prices of their own are chosen by whoever may change customers.
    const offered = [...(field('Customer group').element() as HTMLSelectElement).options].map(
      ({ text }) => text,
    );
    expect(['Member', 'VIP', 'Wholesale'].filter((name) => offered.includes(name))).toEqual([]);
    await userEvent.selectOptions(field('Signup channel'), 'Facebook');
    await field('Notes').fill('Prefers GCash.');
    await userEvent.keyboard('{Control>}s{/Control}');
    await isTold('Maria Santos created');
    await saved('Maria Santos');
    expect(await stored(shownId())).toMatchObject({
      name: 'Maria Santos',
      phone: '0917 555 7100',
      email: 'maria.santos@example.ph',
      address: 'Unit 1204\nMakati City 1229',
      birthday: '1990-03-05',
      notes: 'Prefers GCash.',
      customer_group_id: (await groups()).find(({ slug }) => slug === 'regular')?.id,
      signup_channel: { name: 'Facebook' },
    });
    await isShown(page.getByText('March 5, 1990'));
    await screen.go(-1);
    await expect.poll(pathname).toBe('/customers');
  });

  it('sends what is left empty, and what was emptied, as null', async () => {
    await openNew();
    const sent = watchCalls({ path: CUSTOMERS, method: 'POST' });
    await field('Name').fill('Plain Words');
    await field('Phone').fill('0917 555 7200');
    await userEvent.selectOptions(field('Customer group'), 'None');
    await create();
    await saved('Plain Words');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        name: 'Plain Words',
        phone: '0917 555 7200',
        email: null,
        address: null,
        birthday: null,
        notes: null,
        customer_group_id: null,
        signup_channel_id: null,
      },
    ]);
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
    await open(`/customers/${id}/edit`);
    await expect.element(field('Email')).toHaveValue('a@example.ph');
    for (const label of ['Email', 'Address', 'Notes']) await field(label).fill('');
    await button('Clear date').click();
    await expect.element(field('Birthday')).toHaveValue('');
    await userEvent.selectOptions(field('Customer group'), 'None');
    await update().click();
    await isTold('Customer updated');
    expect(await stored(id)).toMatchObject({
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
    await expect.element(field('Name')).toHaveValue('Edith Before');
    await expect.element(update()).toHaveAttribute('aria-disabled', 'true');
    await field('Name').fill('Edith After');
    expectDone(await manager.put(`/customers/${someone.id}`, { notes: 'Written meanwhile' }));
    await update().click();
    await saved('Edith After');
    expect(pathname()).toBe(`/customers/${someone.id}`);
    expect(await stored(someone.id)).toMatchObject({
      name: 'Edith After',
      notes: 'Written meanwhile',
      customer_group: { slug: 'vip' },
    });
  });

  it('follows what somebody else saved meanwhile, and replaces what both changed when it is sent again', async () => {
    const someone = await addCustomer(manager, 'Both Changed');
    const [, second] = await groups();
    await open(`/customers/${someone.id}/edit`);
    await field('Email').fill('mine@example.ph');
    await field('Birthday').fill('3/5/1990');
    await userEvent.selectOptions(field('Customer group'), 'VIP');
    const theirs = { email: 'theirs@example.ph', birthday: '1991-01-02', customer_group_id: second?.id };
    expectDone(await manager.put(`/customers/${someone.id}`, { ...theirs, notes: 'Theirs' }));
    const sent = watchCalls({ path: /\/customers\/\d+$/, method: 'PUT' });
    await update().click();
    const clash = 'Somebody else changed this meanwhile. Save again to replace it';
    for (const label of ['Email', 'Birthday', 'Customer group']) await errorAt(label).toBe(clash);
    await isShown(page.getByText('Check 3 fields'));
    await expect.element(field('Email')).toHaveFocus();
    await expect.element(field('Email')).toHaveValue('mine@example.ph');
    await expect.element(field('Notes')).toHaveValue('Theirs');
    expect(await axeViolations()).toEqual([]);
    await update().click();
    await saved('Both Changed');
    expect(await stored(someone.id)).toMatchObject({
      email: 'mine@example.ph',
      birthday: '1990-03-05',
      customer_group: { slug: 'vip' },
      notes: 'Theirs',
    });
    const known = { email: null, birthday: null, customer_group_id: null };
    expect(sent.map(({ body }) => (body as { known: object }).known)).toEqual([known, theirs]);
  });

  it('takes its first value back after a save whose answer was lost, whatever is known of it', async () => {
    const someone = await addCustomer(manager, 'Taken Back');
    await open(`/customers/${someone.id}/edit`);
    loseAnswer({ path: /\/customers\/\d+$/, method: 'PUT' });
    await field('Name').fill('Sent And Lost');
    await update().click();
    await isTold('The server cannot be reached');
    expect((await stored(someone.id)).name).toBe('Sent And Lost');
    await field('Name').fill('Taken Back');
    await update().click();
    await saved('Taken Back');
    expect((await stored(someone.id)).name).toBe('Taken Back');
  });

  it('shows the server’s field errors on the fields and its other refusals as toasts', async () => {
    const someone = await addCustomer(manager, 'Refused Person');
    await open(`/customers/${someone.id}/edit`);
    const refuse = (status: number, body: object) =>
      failCalls({ path: /\/customers\/\d+$/, method: 'PUT', status, body });
    refuse(422, {
      message: 'Nobody lives there',
      code: 'validation_failed',
      errors: { address: ['Nobody lives there'] },
    });
    await field('Address').fill('Nowhere');
    await update().click();
    await errorAt('Address').toBe('Nobody lives there');
    refuse(409, { message: 'Not like this', code: 'illegal_state' });
    await update().click();
    await isTold('Failed to update customer');
    await isTold('Not like this');
    await expect.element(field('Address')).toHaveValue('Nowhere');
    expect((await stored(someone.id)).address).toBeNull();
  });

  it('makes one customer of a form whose first answer was lost', async () => {
    await openNew();
    const { keys } = loseAnswer({ path: CUSTOMERS, method: 'POST' });
    await field('Name').fill('Lost Answer');
    await field('Phone').fill('0917 555 7300');
    await create();
    await isTold('The server cannot be reached');
    await create();
    await saved('Lost Answer');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await countOf('0917 555 7300')).toBe(1);
  });

  it.each(['Cancel', 'Update Customer'])(
    'opened from the customer, leads with %s to where one Back leads to the list',
    async (way) => {
      const someone = await addCustomer(manager, 'There And Back');
      screen = await openScreen('/customers', { email: MANAGER });
      await screen.goTo(`/customers/${someone.id}`);
      await page.getByRole('button', { name: 'Edit Customer' }).click();
      await isShown(field('Name'));
      if (way !== 'Cancel') await field('Notes').fill('Was here');
      await button(way).click();
      await expect.poll(pathname).toBe(`/customers/${someone.id}`);
      await screen.go(-1);
      await expect.poll(pathname).toBe('/customers');
    },
  );

  it('leaves with Cancel: to the list from a new customer, to the customer from their form', async () => {
    const someone = await addCustomer(manager, 'Left Alone');
    await openNew();
    await button('Cancel').click();
    await expect.poll(pathname).toBe('/customers');
    await open(`/customers/${someone.id}/edit`);
    await field('Name').fill('Changed a Little');
    await button('Cancel').click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(field('Name')).toHaveValue('Changed a Little');
    await button('Cancel').click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(pathname).toBe(`/customers/${someone.id}`);
    expect((await stored(someone.id)).name).toBe('Left Alone');
  });
});
