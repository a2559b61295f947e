import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { palette } from '#renderer/ui/theme.ts';
import { callerAs, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import { pressTillKey } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, sell, unitsOnSale } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const WINDOWS = [
  [1024, 700],
  [1366, 768],
  [1920, 1080],
] as const;
/** Windows of one pane: a phone's, and one of 1366 x 768 at 200 %. */
const ONE_PANE = [
  [390, 844],
  [683, 384],
] as const;

/** Three of the longest messages, newest last. */
const SAID = [
  ['The server cannot be reached', 'Nothing is lost. Try again when it is back.'],
  ['Scan failed', 'This till does not know 356789104523417. Scan it when the server is back.'],
  ['Failed to complete transaction', 'Galaxy A55 5G: Locked by Maria Santos until 2:05 PM'],
] as const;

type Box = { name: string; top: number; bottom: number; left: number; right: number };

function boxOf(element: Element): Box {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return { name: element.getAttribute('aria-label') ?? element.textContent, top, bottom, left, right };
}

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns what is seen of a toast: older ones end where there is no room for all. */
function seenBox(toast: Element): Box {
  const box = boxOf(toast);
  const region = notices().element();
  const isCut = getComputedStyle(region).overflow === 'hidden';
  return isCut ? { ...box, bottom: Math.min(box.bottom, region.getBoundingClientRect().bottom) } : box;
}

/** Returns the present toasts, the topmost first. */
function toastBoxes(): Box[] {
  const dismissals = notices().getByRole('button', { name: 'Dismiss' }).elements();
  const boxes = dismissals.map((button) => seenBox(button.closest('.fui-Toast') ?? button));
  return boxes.toSorted((a, b) => a.top - b.top);
}

/** Also below the pointer, which stands where an earlier test has left it. */
const FILLS: readonly string[] = [palette.brand, palette.brandHover, palette.danger, palette.dangerHover];
const isFilled = (button: Element) => {
  const [red, green, blue] = (getComputedStyle(button).backgroundColor.match(/\d+/g) ?? []).map(Number);
  const hex = [red, green, blue].map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('');
  return FILLS.some((fill) => fill.toLowerCase() === `#${hex}`);
};

const SUMS =
  /^(Total|Total due|Remaining|Subtotal|(Tax|Incl\. tax) [\d.]+%|Agreed|Still to pay|This item pays|Then still to pay|Paid out.*)$/;

/** Returns the amounts beside such words: of the cart, of payments, of a sale; every line of a summary. */
function sums(): Element[] {
  return [...document.querySelectorAll('dt, span, div')].flatMap((element) => {
    const [label] = element.childNodes;
    if (!(label instanceof Text) || !SUMS.test(label.data.trim())) return [];
    return element.children.length > 0 ? element : (element.nextElementSibling ?? []);
  });
}

const LEAVING = /^(Close|Cancel|Keep)/;

/**
 * Returns the boxes that no toast may cover: due and remaining amounts, primary buttons; in a dialog the buttons at its
 * foot and Close.
 */
function keptClear(): Box[] {
  const [dialog] = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const buttons = [...(dialog ?? document).querySelectorAll('button')].filter(
    (button) => isFilled(button) || (dialog && LEAVING.test(boxOf(button).name)),
  );
  return [...buttons, ...(dialog ? [] : sums())].map(boxOf).filter(({ left, right }) => right > left);
}

const sayAll = (screen: OpenScreen) => {
  for (const [title, body] of SAID) screen.notify().error(title, body);
};

describe('the boxes of three toasts', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  afterEach(() => page.viewport(1366, 768));
  const newDraft = async () => (await openDraft(manager, await unitsOnSale(manager, 2))).id;
  const newSale = async () => (await sell(manager, await unitsOnSale(manager, 1))).transaction.id;

  /** Checks three toasts on a screen in these window sizes. */
  async function check(screen: OpenScreen, sizes: readonly (readonly [number, number])[]) {
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      sayAll(screen);
      await expect
        .poll(() => toastBoxes().map(({ name }) => SAID.findIndex(([title]) => name.startsWith(title))))
        .toEqual([2, 1, 0]);
      // The button goes from the head to the foot.
      await expect.poll(() => keptClear().length, { message: `at ${width}` }).toBeGreaterThan(0);
      await expect.poll(covered, { message: `at ${width}` }).toEqual([]);
      // A repeated toast replaces the one from the window size before.
      await expect.poll(() => toastBoxes().length).toBe(3);
      for (const { left, right, bottom } of toastBoxes()) {
        expect([left >= 0, right <= width, bottom <= height], `at ${width}`).toEqual([true, true, true]);
      }
    }
  }
  /** Opens a screen, waits for `ready`, and checks three toasts on it in every window size. */
  async function look(path: string, ready: () => Promise<void>): Promise<OpenScreen> {
    const screen = await openScreen(path, { email: MANAGER, withMenu: true });
    await ready();
    await check(screen, WINDOWS);
    return screen;
  }
  /** Returns what toasts cover that they must not, including each other. */
  const covered = () => {
    const shown = toastBoxes();
    const others = keptClear();
    return shown.flatMap((toast, index) =>
      [...others, ...shown.slice(index + 1)].filter((other) => meet(toast, other)).map(({ name }) => name),
    );
  };

  it('keep clear of the cart and its total on the till', async () => {
    const draftId = await newDraft();
    const screen = await look(`/pos/${draftId}`, async () => {
      await isTold('Transaction loaded');
      await isShown(page.getByRole('button', { name: /^Checkout/ }));
    });
    await page.viewport(...ONE_PANE[0]);
    await page.getByRole('tab', { name: /^Products/ }).click();
    await check(screen, ONE_PANE);
  });

  it('keep clear of what is due, what remains and the form on the payment screen', async () => {
    const draftId = await newDraft();
    await look(`/pos/${draftId}/payment`, async () => {
      await isShown(page.getByText('Remaining'));
      await isTold('Transaction loaded');
    });
    const form = boxOf(page.getByRole('region', { name: 'New payment' }).element());
    expect(toastBoxes().filter((toast) => meet(toast, form))).toEqual([]);
  });

  it.each([
    ['a list', '/customers', 'Add Customer'],
    ['a form', '/customers/new', 'Create Customer'],
    ['the dashboard', '/dashboard', null],
  ])('keep clear of the primary button of %s', async (_, path, button) => {
    const screen = await look(path, () =>
      isShown(button === null ? page.getByRole('heading') : page.getByRole('button', { name: button })),
    );
    await check(screen, ONE_PANE);
  });

  it('keep clear of the sums of a trade-in, which a narrow window has at its foot', async () => {
    const draftId = await newDraft();
    const screen = await look(`/pos/${draftId}/trade-in?code=350000000000014`, async () => {
      await isShown(page.getByRole('button', { name: /^Trade In/ }));
      await page.getByLabelText('Agreed amount', { exact: true }).fill('900000');
      await isShown(page.getByText('Then still to pay', { exact: true }));
    });
    const outcome = page.getByText(/^Pays ₱[\d,.]+$/).first();
    expect(outcome.query()).toBeNull();
    for (const [width, height] of ONE_PANE) {
      await page.viewport(width, height);
      await isShown(outcome);
      const { bottom } = boxOf(outcome.element());
      expect(bottom <= height, `at ${width}`).toBe(true);
    }
    await isShown(page.getByText(/₱[\d,.]+ Cash paid out$/).first());
    await check(screen, ONE_PANE);

    // The foot grows while the amount is typed, which stays in sight.
    await page.viewport(...ONE_PANE[0]);
    await openScreen(`/pos/${draftId}/trade-in?code=350000000000014`, { email: MANAGER, withMenu: true });
    const amount = page.getByLabelText('Agreed amount', { exact: true });
    await isShown(amount);
    amount.element().scrollIntoView({ block: 'end' });
    await amount.fill('900000');
    await isShown(outcome);
    const foot = () => outcome.element().closest('[data-clear-of-toasts]') ?? document.body;
    await expect.poll(() => boxOf(foot()).top - boxOf(amount.element()).bottom).toBeGreaterThan(0);
  });

  it('keep clear of two banners and of the button below them', async () => {
    const saleId = await newSale();
    const admin = await callerAs(ADMIN);
    const form = { name: 'Zamboanga', code: `B-${Date.now() % 10_000_000}`, timezone: 'Asia/Manila' };
    const { id: storeId } = expectDone(await admin.post<{ id: number }>('/stores/create', form));
    const screen = await openScreen('/customers', { email: ADMIN, storeId, withMenu: true });
    await isShown(page.getByRole('button', { name: 'Add Customer' }));
    expectDone(await admin.delete(`/stores/${storeId}`));
    await screen.goTo(`/transactions/${saleId}`);
    const inactive = page.getByText(/is inactive|no longer work at/);
    await isShown(inactive);
    const banners = () =>
      [inactive.first(), page.getByText(/belongs to/).first()].map((text) =>
        boxOf(text.element().closest('[role=alert], [role=status]') ?? text.element()),
      );
    await isShown(page.getByText(/belongs to/));
    for (const [width, height] of [...WINDOWS, ...ONE_PANE]) {
      await page.viewport(width, height);
      sayAll(screen);
      await expect.poll(() => toastBoxes().length).toBe(3);
      const met = () => {
        const [newest] = toastBoxes();
        return [...banners(), ...keptClear()].filter((box) => newest && meet(newest, box));
      };
      await expect.poll(met, { message: `at ${width}` }).toEqual([]);
    }
  });

  it('keep clear of the buttons of a sale and of its dialogs', async () => {
    const saleId = await newSale();
    await look(`/transactions/${saleId}`, () => isShown(page.getByRole('button', { name: 'Print Receipt' })));
    await look(`/transactions/${saleId}?dialog=void`, () => isShown(page.getByRole('alertdialog')));
    await look(`/transactions/${saleId}?dialog=refund`, () => isShown(page.getByRole('dialog')));
  });

  it('let Tab through and on, forwards and backwards, while they stand there', async () => {
    const screen = await openScreen('/dashboard', { email: MANAGER, withMenu: true });
    await isShown(page.getByRole('heading'));
    sayAll(screen);
    await expect.poll(() => toastBoxes().length).toBe(3);
    const dismissals = () => notices().getByRole('button', { name: 'Dismiss' }).elements();
    const place = () => dismissals().findIndex((button) => button === document.activeElement);
    for (const [key, first] of [
      ['{Tab}', 0],
      ['{Shift>}{Tab}{/Shift}', 2],
    ] as const) {
      (dismissals()[first] as HTMLElement).focus();
      const passed = [place()];
      while (passed.length < 6 && passed.at(-1) !== -1) {
        await userEvent.keyboard(key);
        passed.push(place());
      }
      expect(passed).toEqual(first === 0 ? [0, 1, 2, -1] : [2, 1, 0, -1]);
      expect(notices().element().contains(document.activeElement)).toBe(false);
    }
  });

  it('keep clear of what the keyboard is at, also once they stand there', async () => {
    const screen = await openScreen('/dashboard', { email: MANAGER, withMenu: true });
    await isShown(page.getByRole('heading'));
    screen.notify().error(...SAID[0]);
    await expect.poll(() => toastBoxes().length).toBe(1);
    const [stood] = toastBoxes();
    const button = document.createElement('button');
    Object.assign(button.style, {
      position: 'fixed',
      top: `${(stood?.top ?? 0) + 8}px`,
      left: `${(stood?.left ?? 0) + 8}px`,
    });
    button.textContent = 'Below the toast';
    document.querySelector('main')?.append(button);
    expect(toastBoxes().filter((toast) => meet(toast, boxOf(button)))).toHaveLength(1);
    await userEvent.keyboard('{Tab}');
    button.focus();
    expect(toastBoxes().filter((toast) => meet(toast, boxOf(button)))).toEqual([]);
    button.remove();
  });

  it('keep clear of the items of a receipt and of the buttons above them', async () => {
    const admin = await callerAs(ADMIN);
    const first = async (path: string) =>
      expectDone(await admin.get<{ data: { id: number }[] }>(path)).data[0]?.id;
    const { id: store_id } = expectDone(await admin.get<{ id: number }>('/stores/current'));
    const product_variation_id = await first('/product-variations');
    const order = expectDone(
      await admin.post<{ id: number }>('/supplier-transactions', {
        supplier_id: await first('/suppliers?active=true'),
        store_id,
        items: [{ product_variation_id, quantity_ordered: 10, unit_cost: 100 }],
      }),
    );
    const asked = { email: ADMIN, storeId: store_id, withMenu: true };
    const screen = await openScreen(`/purchase-orders/${order.id}/receive`, asked);
    const items = page.getByRole('region', { name: 'Items of the order' });
    const announced = page.getByRole('button', { name: 'Announced serial numbers' });
    await isShown(items);
    for (const [width, height] of WINDOWS) {
      await page.viewport(width, height);
      sayAll(screen);
      await expect.poll(() => toastBoxes().length).toBe(3);
      const met = () => {
        const toasts = toastBoxes();
        const [scan, ...beside] = [page.getByLabelText(/^Scan the/), items, announced].map((one) =>
          boxOf(one.element()),
        );
        // Older ones may lie over the end of the field, which they leave first.
        const [newest] = toasts;
        const isOver = scan && newest && meet(newest, scan);
        return [
          ...(isOver ? [scan] : []),
          ...beside.filter((box) => toasts.some((toast) => meet(toast, box))),
        ];
      };
      await expect.poll(met, { message: `at ${width}` }).toEqual([]);
    }
  });

  it('leave with their page if they are errors, unless they tell why the page changed', async () => {
    const { goTo, notify } = await openScreen('/customers', { email: ADMIN, withMenu: true });
    await isShown(page.getByRole('heading', { name: 'Customers', level: 1 }));
    notify().success('Saved');
    notify().error('Failed to load', 'It is of the customers');
    await isTold('Failed to load');
    await page.getByRole('link', { name: 'Suppliers' }).click();
    await isShown(page.getByRole('heading', { name: 'Suppliers', level: 1 }));
    await isGone(notices().getByText('Failed to load'));
    await isTold('Saved');
    notify().error('Not there', 'The page leads away from it');
    await goTo('/customers');
    await isShown(page.getByRole('heading', { name: 'Customers', level: 1 }));
    await isTold('Not there');
  });

  it('lie under a menu that is opened while they stand there', async () => {
    const saleId = await newSale();
    await look(`/transactions/${saleId}`, () => isShown(page.getByRole('button', { name: 'Print Receipt' })));
    for (const [width, height] of WINDOWS) {
      await page.viewport(width, height);
      await page.getByRole('button', { name: /^More actions/ }).click();
      const items = page.getByRole('menuitem');
      await isShown(items);
      for (const item of items.elements()) {
        const { top, bottom, left, right } = boxOf(item);
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        expect(item.contains(seen), `${item.textContent} at ${width}`).toBe(true);
      }
      await userEvent.keyboard('{Escape}');
      await isGone(items.first());
    }
  });

  it('keep clear of the buttons of the till’s dialogs, the widest one as well', async () => {
    const draftId = await newDraft();
    const opened = async () => {
      await isTold('Transaction loaded');
      await pressTillKey('F4');
      await isShown(page.getByRole('dialog'));
      await isGone(notices().getByText('Transaction loaded'));
    };
    await look(`/pos/${draftId}`, opened);
    await look('/pos', async () => {
      const products = page.getByRole('group', { name: 'Products' });
      await products
        .getByRole('button', { name: /\d variations.* left$/ })
        .first()
        .click();
      await isShown(page.getByRole('dialog'));
    });
  });
});
