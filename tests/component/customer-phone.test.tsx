import { beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { callerAs, failCalls, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const OWNERS = /\/customers\?.*phone=/;

describe('a phone number in the customer form', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const openNew = (name: string) => openForm('/customers/new', name);
  const openEdit = ({ id }: WireCustomer) => openForm(`/customers/${id}/edit`);
  const openForm = async (path: string, name?: string) => {
    await openScreen(path, { email: MANAGER });
    await isShown(field('Name'));
    if (name !== undefined) await field('Name').fill(name);
  };
  const press = (name: string) => page.getByRole('button', { name }).click();
  const saved = (name: string) => isShown(page.getByRole('heading', { name, level: 1, exact: true }));
  const stored = async (id: number) => expectDone(await manager.get<WireCustomer>(`/customers/${id}`));
  const countOf = async (phone: string) =>
    expectDone(await manager.get<{ total: number }>(`/customers?phone=${encodeURIComponent(phone)}`)).total;

  it('that is somebody’s is warned of, asked about once, and given to a second one all the same', async () => {
    const owner = await addCustomer(manager, 'Owner Ofnumber');
    await openNew('Second Ofnumber');
    await field('Phone').fill(owner.phone.replace('0917 ', '+63 917-'));
    await isShown(page.getByText('Owner Ofnumber has this number'));
    const link = page.getByRole('link', { name: 'Owner Ofnumber' });
    await expect.element(link).toHaveAttribute('href', `/customers/${owner.id}`);
    const question = page.getByRole('alertdialog', { name: 'Create a second customer with this number?' });
    await press('Create Customer');
    await isShown(question.getByText('Owner Ofnumber has this number.'));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await isGone(question);
    expect(await countOf(owner.phone)).toBe(1);
    await press('Create Customer');
    const { mend } = failCalls({
      path: /\/api\/v1\/customers$/,
      method: 'POST',
      status: 409,
      body: { message: 'Not now', code: 'illegal_state' },
    });
    await question.getByRole('button', { name: 'Create Customer' }).click();
    await isTold('Failed to create customer');
    mend();
    // Confirmed once, it is not asked again.
    await press('Create Customer');
    await saved('Second Ofnumber');
    expect(await countOf(owner.phone)).toBe(2);
  });

  it('that is somebody’s is warned of on a change, too, and asked about once', async () => {
    const owner = await addCustomer(manager, 'First Ofnumber');
    const changed = await addCustomer(manager, 'Changed Number');
    await openEdit(changed);
    await field('Phone').fill(owner.phone.replace(/^0/, '+63'));
    await isShown(page.getByText('First Ofnumber has this number'));
    await press('Update Customer');
    const question = page.getByRole('alertdialog', { name: 'Give this number to a second customer?' });
    await isShown(question.getByText('First Ofnumber has this number.'));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await isGone(question);
    expect((await stored(changed.id)).phone).toBe(changed.phone);
    await press('Update Customer');
    await question.getByRole('button', { name: 'Update Customer' }).click();
    await saved('Changed Number');
    expect(await countOf(owner.phone)).toBe(2);
    // The number is theirs now: later changes warn nobody of it again.
    await press('Edit Customer');
    await field('Notes').fill('Shares a number');
    await press('Update Customer');
    await isShown(page.getByText('Shares a number', { exact: true }));
  });

  it('of their own is not warned of, however it is spelled', async () => {
    const someone = await addCustomer(manager, 'Own Number');
    await openEdit(someone);
    const asked = watchCalls({ path: OWNERS });
    const spelled = someone.phone.replace(/^0/, '+63 ');
    await field('Phone').fill(spelled);
    await press('Update Customer');
    await saved('Own Number');
    expect((await stored(someone.id)).phone).toBe(spelled);
    expect(asked).toEqual([]);
  });

  it('that nobody has, or that is not one yet, is let through without a word', async () => {
    const owner = await addCustomer(manager, 'Nearly Thesame');
    await openNew('Fresh Number');
    const asked = watchCalls({ path: OWNERS });
    await field('Phone').fill(owner.phone.slice(0, -1));
    await expect.poll(() => asked.length).toBe(1);
    await asked[0]?.answer;
    expect(page.getByText('has this number').elements()).toEqual([]);
    await press('Create Customer');
    await saved('Fresh Number');
  });
});
