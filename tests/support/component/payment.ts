import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, unitsOnSale, type WireTransaction } from '#tests/support/selling.ts';
import { keepBack, openScreen, type OpenScreen } from './open-screen.tsx';
import { pressUntil, pressWithCtrl } from './press-until.ts';
import { isGone, isShown, isTold } from './shown.ts';

// Complete Payment on the screen, and its draft.

export const SELLER = 'salesperson@demo.test';

/** An amount of pesos as in a field: "1,290.00". */
export const asText = (pesos: number) => formatAmount(pesosToCentavos(pesos));

/** Makes a draft of one unit that costs more than some payments of a few hundred pesos. */
export const newDraft = async (seller: Caller) =>
  openDraft(seller, await unitsOnSale(seller, 1, { least: 1000 }));

export async function openPayment(saleId: number, { takesOver = false } = {}): Promise<OpenScreen> {
  const screen = await openScreen(`/pos/${saleId}/payment`, { email: SELLER });
  if (takesOver) await page.getByRole('button', { name: 'Open it here' }).click();
  await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
  // Both the till and the screen have opened the draft: from now on neither requests it again.
  await isTold('Transaction loaded');
  await isGone(page.getByText('Loading the cart'));
  return screen;
}

/** Keeps from this till what others do to its cart, until the end of the test: it finds that out when it saves. */
export const hearNothing = () => keepBack(/\/transactions\/\d+\/version$/);

/** Opens the payment of a new draft. */
export async function startPayment(seller: Caller) {
  const draft = await newDraft(seller);
  const screen = await openPayment(draft.id);
  return { draft, saleId: draft.id, total: draft.total_amount, screen };
}

export const saleOf = async (seller: Caller, saleId: number) =>
  expectDone(await seller.get<WireTransaction>(`/transactions/${saleId}`));

const newPayment = () => page.getByRole('region', { name: 'New payment' });
export const amount = () => newPayment().getByLabelText('Amount');
export const reference = () => newPayment().getByLabelText('Reference number');
export const expectedDate = () => newPayment().getByLabelText('Expected date');
export const chooseMethod = (name: string) => page.getByRole('radio', { name, exact: true }).click();
export const saveButton = () => page.getByRole('button', { name: 'Save Payment' });
export const savePayment = () => saveButton().click();

/** Returns a displayed figure: due, covered, remaining or change. */
export function paymentFigure(label: string): string | undefined {
  const terms = [...document.querySelectorAll('dt')];
  const term = terms.find(({ textContent }) => textContent === label);
  return term?.parentElement?.querySelector('dd')?.textContent;
}

/** Waits for the error text of a field. */
export const isRefused = (text: string) => isShown(page.getByText(text, { exact: true }));

/** Returns a payment in the list, by any text of it. */
export const paymentRow = (text: string) =>
  page.getByRole('list', { name: 'Existing payments' }).getByRole('listitem').filter({ hasText: text });

export const openPaymentMenu = (text: string) =>
  paymentRow(text)
    .getByRole('button', { name: /^More for/ })
    .click();

export async function choosePaymentEntry(text: string, entry: string): Promise<void> {
  await openPaymentMenu(text);
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Returns the dialog that asks about a payment, or edits it. */
export const paymentDialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));

export const pressComplete = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/**
 * Presses Ctrl+Enter over and over, also in the moments in which the screen changes, until the sale's panel is there; what
 * was told of a failure meanwhile is in the answer.
 */
export async function completeImpatiently(): Promise<string[]> {
  const told: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes)
        if (/was not kept|^Failed/.test(textContent ?? '')) told.push(textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await pressUntil(
    () => document.querySelector('[aria-label="Completed sale"]') !== null,
    () => pressWithCtrl('Enter'),
  );
  watch.disconnect();
  return told;
}

/** Presses Ctrl+Enter, once a proposal may be taken, and waits for the sale's panel. */
export async function completeSale(): Promise<void> {
  const button = page.getByRole('button', { name: /^(Take|Complete sale)/ });
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true');
  await pressComplete();
  await isShown(page.getByRole('heading', { name: 'Sale complete' }));
}

export const isReachableAgain = () =>
  expect.element(page.getByText('Sales cannot be completed')).not.toBeInTheDocument();
