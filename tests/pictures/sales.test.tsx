import { beforeAll, describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { EMPTY_LIST } from '#tests/support/component/list-rows.ts';
import { answerReads, callerAs, failCalls, holdCall } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import {
  DESK,
  FAULT,
  firstOf,
  looksAsBefore,
  MANAGER,
  openPage,
  PHONE,
} from '#tests/support/pictures/compare.ts';
import { SALES_TO_SETTLE } from '#tests/support/pictures/sales-to-settle.ts';
import type { Caller } from '#tests/support/http.ts';

describe('sales and customers', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });

  it('transactions', async () => {
    await openPage('/transactions');
    await looksAsBefore('transactions');
    await openPage('/transactions?customer=nobody-of-that-name');
    await isShown(page.getByText('No transactions for these filters'));
    await looksAsBefore('transactions-none');
  });

  it('transactions that load, and that could not be loaded', async () => {
    const { release } = holdCall({ path: /\/api\/v1\/transactions\?/, method: 'GET' });
    await openPage('/transactions');
    await looksAsBefore('transactions-loading', { mayLoad: true });
    release();
    failCalls({ path: /\/api\/v1\/transactions\?/, ...FAULT });
    await openPage('/transactions');
    await isShown(page.getByRole('button', { name: 'Retry' }));
    await looksAsBefore('transactions-error');
  });

  it('a sale', async () => {
    const id = await firstOf(manager, '/transactions?status=completed');
    await openPage(`/transactions/${id}`);
    await isShown(page.getByRole('region', { name: 'Items' }));
    await looksAsBefore('sale');
  });

  it('a draft', async () => {
    const id = await firstOf(manager, '/transactions?status=draft');
    await openPage(`/transactions/${id}`);
    await isShown(page.getByRole('region', { name: 'Items' }));
    await looksAsBefore('draft', { sizes: [DESK] });
  });

  it('sales to settle', async () => {
    answerReads(SALES_TO_SETTLE);
    await openPage('/transactions/to-settle');
    const chosen = page.getByRole('region', { name: 'Chosen entry' });
    await isShown(chosen.getByRole('table'));
    await looksAsBefore('sales-to-settle', { sizes: [DESK] });
    await openPage('/transactions/to-settle?sale=1');
    await looksAsBefore('sale-to-settle', { sizes: [PHONE] });
  });

  it('pending payments', async () => {
    await openPage('/payments/pending');
    await isShown(page.getByRole('table', { name: 'Pending payments' }));
    await looksAsBefore('pending');
  });

  it('customers', async () => {
    await openPage('/customers');
    await looksAsBefore('customers');
    failCalls({ path: /\/api\/v1\/customers\?/, status: 200, body: EMPTY_LIST });
    await openPage('/customers');
    await isShown(page.getByText('No customers yet'));
    await looksAsBefore('customers-none-yet', { sizes: [DESK] });
  });

  it('a customer', async () => {
    await openPage(`/customers/${await firstOf(manager, '/customers')}`);
    await isShown(page.getByText('At all stores'));
    await looksAsBefore('customer');
  });
});
