import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customers } from '#contract/customers.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const LIST = /\/api\/v1\/customers\?/;

/** The field as a form uses it, with the value that the form would send. */
function Form() {
  const [customer, setCustomer] = useState<{ id: number; name: string } | null>(null);
  return (
    <>
      <EntityField
        label="Customer"
        noun="customer"
        route={customers.list}
        value={customer}
        onChange={setCustomer}
        line={({ phone }) => phone}
      />
      <output>{customer ? `chosen: ${customer.name}` : 'nobody'}</output>
      <button type="button">Next</button>
    </>
  );
}
const form: Screen = {
  path: '/form',
  title: 'Form',
  permission: 'signed_in',
  load: () => Promise.resolve(Form),
};

describe('the field that chooses one of many', () => {
  let yolanda: WireCustomer;
  let yohan: WireCustomer;
  beforeAll(async () => {
    const manager = await callerAs(MANAGER);
    yolanda = await addCustomer(manager, 'Yolanda Ybáquezor');
    yohan = await addCustomer(manager, 'Yohan Ybáquezor');
    expectDone(await manager.get('/customers'));
  });
  beforeEach(async () => {
    await openScreen('/form', { email: MANAGER, more: [form] });
    await expect.element(field()).toBeVisible();
  });
  const field = () => page.getByRole('combobox', { name: 'Customer' });
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  const sent = () => document.querySelector('output')?.textContent;

  it('offers the first ones when it is opened, and takes one by the keyboard', async () => {
    await field().click();
    await expect.poll(() => options().length).toBe(20);
    await field().fill('ybaquezor');
    await expect
      .poll(options)
      .toEqual([`Yohan Ybáquezor${yohan.phone}`, `Yolanda Ybáquezor${yolanda.phone}`]);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('option', { name: 'Yolanda' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toMatch(/^chosen: Yo(han|landa) Ybáquezor$/);
    await expect.element(field()).toHaveValue(sent()?.replace('chosen: ', ''));
    expect(options()).toEqual([]);
  });

  it('keeps what was chosen when something else was typed and not chosen, and lets go of it when it is emptied', async () => {
    await field().fill('yolanda yb');
    await page.getByRole('option', { name: 'Yolanda Ybáquezor' }).click();
    await expect.poll(sent).toBe('chosen: Yolanda Ybáquezor');
    await field().fill('Yoh');
    await userEvent.tab();
    await expect.element(field()).toHaveValue('Yolanda Ybáquezor');
    expect(sent()).toBe('chosen: Yolanda Ybáquezor');
    await field().fill('');
    await userEvent.tab();
    await expect.poll(sent).toBe('nobody');
    await expect.element(field()).toHaveValue('');
  });

  it('says when nothing fits, and when it could not be loaded, and asks again', async () => {
    await field().fill('nobody is called so');
    await expect.element(page.getByText('No customer fits “nobody is called so”')).toBeVisible();
    const { mend } = failCalls({ path: LIST, status: 500, body: { message: 'No', code: 'server_error' } });
    await field().fill('yolanda ybaq');
    await expect.element(page.getByText('Could not be loaded. Try again')).toBeVisible();
    mend();
    await page.getByText('Could not be loaded. Try again').click();
    await expect.poll(options).toEqual([`Yolanda Ybáquezor${yolanda.phone}`]);
  });
});
