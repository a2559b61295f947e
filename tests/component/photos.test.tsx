import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { product } from '#contract/products.ts';
import { UPLOAD_MAX } from '#domain/media.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, holdCall, openScreen } from '#tests/support/component/open-screen.tsx';
import { drawnPicture } from '#tests/support/component/pictures.ts';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type WireProduct = z.input<typeof product>;
type Named = { data: { id: number; name: string }[] };

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const UPLOAD = { path: /\/media\/upload$/, method: 'POST' };
const MOVE = { path: /\/photos\/\d+$/, method: 'PUT' };
const NO_PICTURE = 'Choose a JPEG, PNG or WebP picture';

describe('the photos', () => {
  let manager: Caller;
  let places: { product_type_id: number; manufacturer_id: number };
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const first = async (path: string) => expectDone(await manager.get<Named>(path)).data[0]?.id ?? 0;
    places = {
      product_type_id: await first('/product-types?search=phone'),
      manufacturer_id: await first('/manufacturers?search=samsung'),
    };
  });

  let made = 0;
  const create = async () => {
    made += 1;
    const variation = { name: '128 GB', cost: 800, retail_price: 1000 };
    const form = { name: `Zz Photogenic ${made}`, sku: `ZZ-PHOTO-${made}`, variation, ...places };
    return expectDone(await manager.post<WireProduct>('/products', form));
  };
  let drawn = 0;
  /** Draws a unique picture. */
  const picture = async (name = 'front.png') => {
    drawn += 1;
    const drawing = await drawnPicture({ width: 40 + drawn, height: 30, type: 'image/png' });
    return new File([drawing], name, { type: 'image/png' });
  };
  const give = async (id: number, count: number, type = 'product_photo') => {
    const ids: number[] = [];
    while (ids.length < count) {
      const form = new FormData();
      form.set('type', type);
      form.set('model_id', String(id));
      form.set('file', await picture());
      ids.push(expectDone(await manager.post<{ id: number }>('/media/upload', form)).id);
    }
    return ids;
  };
  const idsOf = async (id: number) =>
    expectDone(await manager.get<WireProduct>(`/products/${id}`)).photos.map((photo) => photo.id);
  const open = async (id: number, email = MANAGER) => {
    await openScreen(`/products/${id}`, { email });
    await isShown(page.getByRole('heading', { name: 'Variations' }));
  };
  const photos = () => page.getByRole('button', { name: /^Photo \d+ of \d+$/ });
  const photo = (place: number) => page.getByRole('button', { name: new RegExp(`^Photo ${place} of`) });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const chooser = () => page.getByLabelText('Photo files');
  const count = () => photos().elements().length;
  const announced = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent);
  const carrying = (...files: File[]) => {
    const data = new DataTransfer();
    files.forEach((file) => data.items.add(file));
    return data;
  };
  const drag = (kind: 'dragstart' | 'dragover' | 'drop' | 'dragend', onto: Locator, more: DragEventInit) =>
    onto.element().dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, ...more }));
  const paste = (...files: File[]) =>
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: carrying(...files), bubbles: true, cancelable: true }),
    );

  it('of a product are chosen, dropped and pasted, and stand in the order in which they came', async () => {
    const { id, name } = await create();
    await open(id);
    await chooser().upload([await picture('a.png'), await picture('b.png')]);
    await expect.poll(count).toBe(2);
    const add = button('Add photos');
    drag('dragover', add, { dataTransfer: carrying(await picture()) });
    drag('drop', add, { dataTransfer: carrying(await picture()) });
    await expect.poll(count).toBe(3);
    paste(await picture());
    await expect.poll(count).toBe(4);
    await isShown(page.getByText('Main', { exact: true }));
    expect(announced()).toContain('front.png added');
    expect(await idsOf(id)).toHaveLength(4);
    expect(await axeViolations()).toEqual([]);
    await photo(2).click();
    await isShown(page.getByRole('img', { name: `Photo 2 of 4 of ${name}` }));
    await button('Next').click();
    await isShown(page.getByRole('img', { name: `Photo 3 of 4 of ${name}` }));
    expect(await axeViolations()).toEqual([]);
  });

  it('are put in order by the keyboard, which says so and keeps the focus', async () => {
    const { id } = await create();
    const [a, b, c] = await give(id, 3);
    await open(id);
    await isShown(photo(3));
    (photo(3).element() as HTMLElement).focus();
    const held = holdCall(MOVE);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(announced).toContain('Photo moved to place 1 of 3, the main photo');
    expect(document.activeElement).toBe(photo(1).element());
    held.release();
    await expect.poll(() => idsOf(id)).toEqual([c, a, b]);
    await userEvent.keyboard('{End}');
    await expect.poll(() => idsOf(id)).toEqual([a, b, c]);
    await button('Move photo 2 left').click();
    await expect.poll(() => idsOf(id)).toEqual([b, a, c]);
    await expect.element(button('Move photo 1 left')).toHaveAttribute('aria-disabled', 'true');
  });

  it('are put in order by dragging', async () => {
    const { id } = await create();
    const [a, b, c] = await give(id, 3);
    await open(id);
    await isShown(photo(3));
    const dataTransfer = new DataTransfer();
    const { left, width } = photo(3).element().getBoundingClientRect();
    drag('dragstart', photo(1), { dataTransfer });
    const tile = photo(1).element().closest('li');
    await expect.poll(() => tile && getComputedStyle(tile).opacity).toBe('0.4');
    drag('dragover', photo(3), { dataTransfer, clientX: left + width - 5 });
    drag('drop', photo(3), { dataTransfer, clientX: left + width - 5 });
    await expect.poll(() => idsOf(id)).toEqual([b, c, a]);
  });

  it('that cannot be moved stand where the server has them', async () => {
    const { id } = await create();
    const ids = await give(id, 2);
    await open(id);
    await isShown(photo(2));
    const shown = () =>
      photos()
        .elements()
        .map((tile) => tile.querySelector('img')?.getAttribute('src'));
    const before = shown();
    failCalls({ ...MOVE, status: 500, body: { message: 'Something broke', code: 'server_error' } });
    await button('Move photo 2 left').click();
    await isTold('Failed to move photo');
    await expect.poll(shown).toEqual(before);
    expect(await idsOf(id)).toEqual(ids);
  });

  it('that are none, or too large, are not sent, and say why', async () => {
    const { id } = await create();
    await open(id);
    const text = new File(['this is no picture'], 'invoice.png', { type: 'image/png' });
    const drawing = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
    const huge = new File([new Uint8Array(UPLOAD_MAX + 1)], 'huge.jpg', { type: 'image/jpeg' });
    drag('drop', button('Add photos'), { dataTransfer: carrying(text, drawing, huge, await picture()) });
    await isShown(page.getByText(`invoice.png: ${NO_PICTURE}`));
    await isShown(page.getByText(`logo.svg: ${NO_PICTURE}`));
    await isShown(page.getByText('huge.jpg: A picture may have at most 5 MB'));
    await expect.poll(count).toBe(1);
    expect(await axeViolations()).toEqual([]);
    await button('Take invoice.png off').click();
    await isGone(page.getByText(`invoice.png: ${NO_PICTURE}`));
    expect(await idsOf(id)).toHaveLength(1);
    // The others are sent with the next choice.
    await chooser().upload([await picture('side.png')]);
    await expect.poll(count).toBe(2);
    await isGone(page.getByText('huge.jpg: A picture may have at most 5 MB'));
    await isGone(page.getByText(`logo.svg: ${NO_PICTURE}`));
  });

  it('that did not arrive are sent again, once; the same one twice is refused', async () => {
    const { id } = await create();
    await open(id);
    const file = await picture('back.png');
    const broken = failCalls(UPLOAD);
    await chooser().upload([file]);
    await isShown(page.getByText('back.png: The server cannot be reached'));
    broken.mend();
    await button('Retry back.png').click();
    await expect.poll(count).toBe(1);
    await chooser().upload([file]);
    await isShown(page.getByText('back.png: This photo is there already'));
    expect(await idsOf(id)).toHaveLength(1);
  });

  it('are deleted after a question', async () => {
    const { id } = await create();
    const [a, b] = await give(id, 2);
    await open(id);
    await button('Delete photo 1').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete photo 1' }).click();
    await isTold('Photo deleted');
    await expect.poll(count).toBe(1);
    expect(await idsOf(id)).toEqual([b]);
    expect((await manager.get(`/media/${a ?? 0}`)).status).toBe(404);
  });

  it('of a variation are its own, and one', async () => {
    const { id, product_variations } = await create();
    const [variation] = product_variations;
    await open(id);
    const ask = async () => {
      await page.getByRole('button', { name: `Actions for ${variation?.name ?? ''}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Photo', exact: true }).click();
    };
    await ask();
    const dialog = page.getByRole('dialog');
    await isShown(dialog.getByText('Neither this variation nor its product has a photo.'));
    expect(await axeViolations()).toEqual([]);
    paste(await picture());
    await isShown(dialog.getByText('This variation has a photo of its own.'));
    const [first] = await idsOf(id);
    await dialog.getByLabelText('Photo file').upload([await picture()]);
    await expect.poll(async () => (await idsOf(id))[0] !== first).toBe(true);
    const [second, ...others] = await idsOf(id);
    expect(others).toEqual([]);
    await expect.poll(() => dialog.element().querySelector('img')?.src).toContain(`/media/${second}?`);
    await dialog.getByRole('button', { name: 'Delete photo' }).click();
    await isTold('Photo deleted');
    expect(await idsOf(id)).toEqual([]);
  });

  it('are looked at by whoever may not change products', async () => {
    const { id, name } = await create();
    await open(id, SELLER);
    expect(page.getByRole('heading', { name: 'Photos' }).elements()).toEqual([]);
    await give(id, 2);
    await open(id, SELLER);
    await isShown(photo(2));
    expect(page.getByRole('button', { name: /photo/i }).elements()).toHaveLength(2);
    paste(await picture());
    await photo(1).click();
    await isShown(page.getByRole('img', { name: `Photo 1 of 2 of ${name}` }));
    expect(await idsOf(id)).toHaveLength(2);
  });

  it('take the place of the drawing in a list, in the same square', async () => {
    const [bare, pictured] = [await create(), await create()];
    await give(pictured.id, 1);
    const isDrawnBehind = new Map<string, boolean>();
    const watcher = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const photo of node.querySelectorAll('img')) {
          isDrawnBehind.set(photo.src, photo.parentElement?.querySelector('svg') !== null);
        }
      }
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => watcher.disconnect());
    await openScreen('/products?search=Zz+Photogenic&sort=-created', { email: MANAGER });
    const square = ({ name }: WireProduct) =>
      page.getByRole('row').filter({ hasText: name }).first().element().querySelector('td span[aria-hidden]');
    await isShown(page.getByRole('link', { name: pictured.name, exact: true }));
    await expect.poll(() => square(pictured)?.querySelector('img')?.naturalWidth ?? 0).toBeGreaterThan(0);
    await expect.poll(() => square(pictured)?.querySelector('svg')).toBeNull();
    // The drawing was shown until then.
    expect(isDrawnBehind.get(square(pictured)?.querySelector('img')?.src ?? '')).toBe(true);
    expect(square(bare)?.querySelector('svg')).not.toBeNull();
    const sizeOf = (what: Element | null | undefined) => [what?.clientWidth, what?.clientHeight];
    expect(sizeOf(square(pictured))).toEqual(sizeOf(square(bare)));
  });
});
