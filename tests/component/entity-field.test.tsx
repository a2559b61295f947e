import { useState, type FormEvent } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customers } from '#contract/customers.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { Form as SharedForm } from '#renderer/ui/form.tsx';
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
/** The field in a form that is sent. */
function SentForm({ deliberate = false }) {
  const [sent, setSent] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(sent + 1);
  };
  return (
    <>
      <button form="sent">Send</button>
      <SharedForm
        deliberate={deliberate}
        form={{ id: 'sent', isDirty: false, busy: false, errors: 0, submit }}
      >
        <Form />
      </SharedForm>
      <p>{`sent ${sent}`}</p>
    </>
  );
}

const form: Screen = {
  path: '/form',
  title: 'Form',
  permission: 'signed_in',
  load: () => Promise.resolve(Form),
};

const Deliberate = () => (
  <div role="dialog" aria-label="Form">
    <SentForm deliberate />
  </div>
);
const deliberateForm: Screen = { ...form, path: '/deliberate', load: () => Promise.resolve(Deliberate) };
const InDialog = () => (
  <div role="dialog" aria-label="Form">
    <SentForm />
  </div>
);
const dialogForm: Screen = { ...form, path: '/dialog', load: () => Promise.resolve(InDialog) };
const sentForm: Screen = { ...form, path: '/sent-form', load: () => Promise.resolve(SentForm) };

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
    await openScreen('/form', { email: MANAGER, more: [form, sentForm] });
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
    await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
  });

  it('takes the only one that fits when a form’s field is left, else keeps the text, and nothing is sent', async () => {
    await openScreen('/sent-form', { email: MANAGER, more: [form, sentForm] });
    const send = page.getByRole('button', { name: 'Send' });
    await field().fill('ybaquezor');
    await expect.poll(options).toHaveLength(2);
    await send.click();
    await expect.element(page.getByText('Choose a customer from the list, or empty the field')).toBeVisible();
    await expect.element(field()).toHaveValue('ybaquezor');
    await expect.element(field()).toHaveFocus();
    expect([sent(), page.getByText(/^sent /).element().textContent]).toEqual(['nobody', 'sent 0']);
    await field().fill('yolanda ybaq');
    await expect.poll(options).toEqual([`Yolanda Ybáquezor${yolanda.phone}`]);
    await send.click();
    await expect.element(page.getByText('sent 1')).toBeVisible();
    expect(sent()).toBe('chosen: Yolanda Ybáquezor');
    await field().fill('yol');
    await field().fill('');
    await send.click();
    await expect.element(page.getByText('sent 2')).toBeVisible();
    expect(sent()).toBe('nobody');
  });

  it('keeps the choice when its list is only opened and left again by Tab', async () => {
    await field().fill('yolanda yb');
    await page.getByRole('option', { name: 'Yolanda Ybáquezor' }).click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => options().length).toBe(20);
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
    expect(sent()).toBe('chosen: Yolanda Ybáquezor');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => options().length).toBe(20);
    await userEvent.keyboard('{ArrowDown}{Tab}');
    await expect.poll(sent).not.toBe('chosen: Yolanda Ybáquezor');
  });

  it('sends its dialog by Enter once there is a choice, as the button shows', async () => {
    await openScreen('/dialog', { email: MANAGER, more: [dialogForm] });
    await field().fill('yolanda yb');
    await expect.poll(options).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toBe('chosen: Yolanda Ybáquezor');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('sent 1')).toBeVisible();
    expect(options()).toEqual([]);
  });

  it('closes its list by Ctrl+Enter and chooses nothing, then lets the key send the form', async () => {
    await openScreen('/deliberate', { email: MANAGER, more: [deliberateForm] });
    await field().click();
    await userEvent.keyboard('Ybáquez{ArrowDown}');
    await expect.poll(options).toHaveLength(2);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(options).toEqual([]);
    await expect.element(page.getByText('sent 0')).toBeVisible();
    await expect.element(page.getByText('nobody')).toBeVisible();
    await field().fill('');
    await userEvent.keyboard('{Escape}{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('sent 1')).toBeVisible();
    expect(options()).toEqual([]);
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
