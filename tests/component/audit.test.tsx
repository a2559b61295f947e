import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import { DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import { expectDone, sell, unitsOnSale } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';

describe('the audit log', () => {
  let admin: Caller;
  let screen: OpenScreen;
  let customerId: number;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    const made = await admin.post<{ id: number }>('/customers', {
      name: 'Audited Person',
      phone: '+63 917 000 4711',
    });
    customerId = expectDone(made).id;
    expectDone(
      await admin.put(`/customers/${customerId}`, {
        name: 'Audited Twice',
        notes: 'Likes blue',
        email: 'a@b.ph',
      }),
    );
  });
  const rows = () => page.getByRole('row');
  const open = async (query = '') => {
    screen = await openScreen(`/audit${query}`, { email: ADMIN });
    // Rows also stand there while they are loading.
    await expect.element(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false');
  };
  const ofCustomer = () => rows().filter({ hasText: 'Audited Twice' }).first();

  it('says who did what to whom, and shows everything that became different', async () => {
    // With a store in another zone, the times say whose they are.
    const stores = expectDone(await admin.get<{ code: string }[]>('/stores'));
    const abroad = stores.map((one) => (one.code === 'DVO-01' ? { ...one, timezone: 'Asia/Dubai' } : one));
    failCalls({ path: /\/stores$/, status: 200, body: abroad });
    await open('?area=customers');
    await isShown(page.getByRole('columnheader', { name: 'When (Manila)' }));
    await isShown(ofCustomer().getByText('Changed a customer'));
    await isShown(ofCustomer().getByText('Maria Teresa Santos'));
    const changes = ofCustomer().getByRole('button', {
      name: /Name: Audited Person → Audited Twice and 2 more/,
    });
    await changes.click();
    const dialog = page.getByRole('dialog', { name: 'Changed a customer · Audited Twice' });
    await isShown(dialog.getByText(/ [AP]M \(Manila\)$/));
    await isShown(dialog.getByRole('row', { name: 'Notes — Likes blue' }));
    await isShown(dialog.getByRole('row', { name: 'Email — a@b.ph' }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => dialog.elements().length).toBe(0);
    await expect.element(changes).toHaveFocus();
    await ofCustomer().getByRole('link', { name: 'Audited Twice' }).click();
    await expect.poll(() => screen.address().pathname).toBe(`/customers/${customerId}`);
  });

  it('says when, who and where in one line on the card that a row becomes', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await open('?area=customers');
    await isShown(ofCustomer().getByText('Changed a customer'));
    const facts = ofCustomer()
      .getByRole('cell')
      .elements()
      .find((cell) => cell.textContent.includes('Maria Teresa Santos'));
    expect(facts?.textContent).toMatch(/ [AP]M · Maria Teresa Santos · Makati – Ayala/);
    expect(facts?.getBoundingClientRect().height).toBeLessThan(30);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows on a phone what became different above its two values, which stay whole', async () => {
    const till = await callerAs('salesperson@demo.test');
    const { transaction: sale } = await sell(till, await unitsOnSale(till, 1));
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1366, 768));
    await open('?area=transactions');
    const completed = rows().filter({ hasText: `Completed a sale · ${sale.invoice_number}` });
    await completed.getByRole('button', { name: /^Status: Draft → Completed/ }).click();
    const dialog = page.getByRole('dialog');
    await isShown(dialog.getByText('Invoice number', { exact: true }));
    const number = dialog.getByRole('cell', { name: sale.invoice_number ?? '-', exact: true });
    const text = document.createRange();
    text.selectNodeContents(number.element());
    expect(new Set([...text.getClientRects()].map(({ top }) => Math.round(top)))).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
  });

  it('says in words what money came in, and what a sale became', async () => {
    const till = await callerAs('salesperson@demo.test');
    const { transaction: sale } = await sell(till, await unitsOnSale(till, 1));
    const paid = formatMoney(pesosToCentavos(sale.total_amount), 'transaction');
    await open('?area=payments');
    const ofSale = rows().filter({ hasText: sale.invoice_number ?? '-' });
    await isShown(ofSale.getByRole('button', { name: `Payment: — → Cash ${paid} · Completed` }));
    await page.getByLabelText('Area').selectOptions('Sales');
    const completed = rows().filter({ hasText: `Completed a sale · ${sale.invoice_number}` });
    await completed.getByRole('button', { name: /^Status: Draft → Completed and 3 more$/ }).click();
    const dialog = page.getByRole('dialog');
    await isShown(dialog.getByRole('row', { name: `Invoice number — ${sale.invoice_number}` }));
    await isShown(dialog.getByRole('row', { name: `Total — ${paid}` }));
  });

  it('says at which device and from where somebody signed in', async () => {
    const signedIn = { email: 'auditor@demo.test', password: DEMO_PASSWORD, device_name: 'Back office' };
    expectDone(await admin.post('/staff/login', signedIn));
    await open('?area=staff');
    const row = rows().filter({ hasText: 'Back office' }).first();
    await isShown(row.getByText(/^Back office · [0-9a-f.:]+$/));
  });

  it('is narrowed by its address, and says what to do where nothing fits', async () => {
    await open('?area=customers');
    expect(await axeViolations()).toEqual([]);
    // Their order cannot be changed, and is shown.
    const when = page.getByRole('columnheader', { name: 'When' });
    await expect.element(when).toHaveAttribute('aria-sort', 'descending');
    expect(when.getByRole('button').elements()).toEqual([]);
    await page.getByLabelText('Area').selectOptions('Set-up');
    await isShown(page.getByText('Choose another area or store, or widen the dates.'));
    expect(screen.address().searchParams.get('area')).toBe('setup');
    expect(await axeViolations()).toEqual([]);
  });

  it('says that it could not be loaded, and asks again', async () => {
    const calls = failCalls({ path: /\/audit/, status: 500, body: { message: 'Broken' } });
    screen = await openScreen('/audit', { email: ADMIN });
    const again = page.getByRole('button', { name: /Try again|Retry/ });
    await isShown(again);
    calls.mend();
    await again.click();
    await expect.poll(() => rows().elements().length).toBeGreaterThan(1);
  });

  it('is for admins alone', async () => {
    screen = await openScreen('/audit', { email: 'regional_manager@demo.test' });
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });
});
