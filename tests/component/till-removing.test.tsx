import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { cartIsEmpty, cartLines, draftSaved } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, serialsOnSale, type WireTransaction } from '#tests/support/selling.ts';

const SELLER = 'salesperson@demo.test';

describe('a line that is removed from the cart', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  /** Opens a draft of three units at the till; returns its id and their codes. */
  const openThree = async () => {
    const units = await serialsOnSale(seller, 3);
    const { id } = await openDraft(
      seller,
      units.map((unit) => unit.id),
    );
    await openScreen(`/pos/${id}`, { email: SELLER });
    await expect.poll(() => cartLines().elements().length).toBe(3);
    return { draftId: id, codes: units.map(({ code }) => code), unitIds: units.map((unit) => unit.id) };
  };
  const itemsOf = async (draftId: number) =>
    expectDone(await seller.get<WireTransaction>(`/transactions/${draftId}`)).transaction_items.map(
      ({ inventory_item }) => inventory_item.id,
    );
  const row = (code: string) => cartLines().filter({ hasText: code });
  const remove = (code: string) => row(code).getByRole('button', { name: /^Remove / });
  const undo = (code: string) => row(code).getByRole('button', { name: /^Undo/ });

  it('leaves its place empty, so that nothing slides under the pointer, and is put back where it stood', async () => {
    const { draftId, codes, unitIds } = await openThree();
    const [first, second, third] = codes as [string, string, string];
    const before = row(third).element().getBoundingClientRect();
    await remove(first).click();
    await isShown(undo(first));
    expect(row(third).element().getBoundingClientRect()).toEqual(before);
    await isShown(page.getByText('2 items'));
    await expect.poll(() => itemsOf(draftId)).toEqual(unitIds.slice(1));
    await undo(first).click();
    await isShown(remove(first));
    await isShown(page.getByText('3 items'));
    const texts = cartLines()
      .elements()
      .map(({ textContent }) => codes.findIndex((code) => textContent.includes(code)));
    expect(texts).toEqual([0, 1, 2]);
    await expect.poll(async () => (await itemsOf(draftId)).toSorted()).toEqual(unitIds.toSorted());
    await draftSaved();
    await isShown(page.getByText('Held for this sale'));
    await isShown(remove(second));
  });

  it('keeps the focus of the keyboard in its place', async () => {
    const { codes } = await openThree();
    const [, second] = codes as [string, string, string];
    (remove(second).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(undo(second)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(remove(second)).toHaveFocus();
  });

  it('is gone for good when the cart is cleared', async () => {
    const { codes } = await openThree();
    await remove(codes[0] ?? '').click();
    await isShown(undo(codes[0] ?? ''));
    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page.getByRole('button', { name: 'Clear 2 items' }).click();
    await cartIsEmpty();
    await isGone(cartLines());
  });
});
