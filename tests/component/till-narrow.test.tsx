import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { dismissNotices, isGone, isShown } from '#tests/support/component/shown.ts';
import { cartLines, enterCode, inCart, pressTillKey } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { openDraft, pay, serialsOnSale } from '#tests/support/selling.ts';

const SELLER = 'salesperson@demo.test';
/** A phone's window, and one of 1366 x 768 at 200 %. */
const WINDOWS = [
  [390, 844],
  [683, 384],
] as const;

describe('the till in a window of one pane', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  afterEach(() => page.viewport(1366, 768));
  const tab = (name: RegExp) => page.getByRole('tablist', { name: 'Till' }).getByRole('tab', { name });
  const total = () => page.getByRole('status', { name: 'Total' });
  const checkout = () => page.getByRole('button', { name: 'Checkout' });
  const boxOf = (what: Locator) => what.element().getBoundingClientRect();

  /** Returns what the window does not hold: a page wider than it, or a button outside of it. */
  function outside(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement;
    const buttons = [...document.querySelectorAll('button')].filter((button) => {
      const { left, right, width } = button.getBoundingClientRect();
      return width > 0 && (left < 0 || right > clientWidth);
    });
    const names = buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent);
    return scrollWidth > clientWidth ? ['the page', ...names] : names;
  }
  const isAtFoot = (button: Locator) => {
    const { bottom, height } = boxOf(button);
    expect(height).toBeGreaterThanOrEqual(44);
    expect(bottom).toBeLessThanOrEqual(window.innerHeight);
  };

  it.each(WINDOWS)('sells with all in sight, at %i x %i', async (width, height) => {
    await page.viewport(width, height);
    const [one, two] = await serialsOnSale(seller, 2);
    const { id } = await openDraft(seller, [one?.id ?? 0]);
    await pay(seller, id, { method: 'cash', amount: 100 });
    await openScreen(`/pos/${id}`, { email: SELLER, withMenu: true });
    // A draft that is opened shows its cart.
    await expect.element(tab(/^Cart/)).toHaveAttribute('aria-selected', 'true');
    await isShown(cartLines());
    await isShown(page.getByText('To pay'));
    expect(outside()).toEqual([]);
    expect(await axeViolations()).toEqual([]);

    await tab(/^Products/).click();
    await isGone(cartLines());
    const before = total().element().textContent;
    await enterCode(two?.code ?? '');
    await expect.element(tab(/^Cart/)).toHaveTextContent('Cart2');
    const added = total().element().textContent;
    expect(added).not.toBe(before);
    isAtFoot(checkout());
    isAtFoot(tab(/^Cart/));
    expect(outside()).toEqual([]);
    await dismissNotices();
    expect(await axeViolations()).toEqual([]);

    // The line of the added product is the last one.
    await tab(/^Products/).click();
    (tab(/^Products/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => cartLines().elements().length).toBe(2);
    const name = cartLines().elements()[1]?.querySelector('span')?.textContent ?? '';
    expect(added).toContain(name);

    await page.getByRole('button', { name: 'More actions of the till' }).click();
    await page.getByRole('menuitem', { name: 'Discounts' }).click();
    const discounts = page.getByRole('dialog', { name: 'Discounts' });
    await isShown(discounts);
    // A phone has no such key.
    expect(discounts.getByText('Esc', { exact: true }).elements()).toHaveLength(width < 640 ? 0 : 1);
    expect(outside()).toEqual([]);
    // The error is in sight, above the dialog's foot. Enter is pressed once the dialog has the focus.
    await expect.poll(() => discounts.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Enter}');
    const refusal = page.getByText('Enter a percentage');
    const foot = () => boxOf(page.getByRole('button', { name: 'Add Discount' }));
    await expect.poll(() => boxOf(refusal).bottom <= foot().top).toBe(true);
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));

    await pressTillKey('F8');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    const due = page.getByRole('status', { name: 'Due' });
    await isShown(due.getByText('Remaining'));
    expect(outside()).toEqual([]);
    isAtFoot(page.getByRole('button', { name: /complete$|^Complete/ }));
    page.getByLabelText('Receipt email').element().scrollIntoView();
    isAtFoot(page.getByRole('button', { name: /complete$|^Complete/ }));
    expect(boxOf(due).bottom).toBeLessThanOrEqual(height);
    await dismissNotices();
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
    await expect.element(tab(/^Sale/)).toHaveAttribute('aria-selected', 'true');
    await expect.element(total()).toHaveTextContent(`Total${inCart(0)}`);
    expect(outside()).toEqual([]);
  });
});
