import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { catalogueProduct, lock } from '#contract/pos.ts';
import type { product, products } from '#contract/products.ts';
import { PHOTOS_MAX } from '#domain/media.ts';
import { startCleanup } from '#server/cleanup.ts';
import { pictureOwners } from '#server/server.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';
import { draw, formOf } from '#tests/support/uploads.ts';

type Product = z.input<typeof product>;
type Card = z.input<typeof catalogueProduct>;
type Listed = z.input<typeof products.list.response>;
type Found = z.input<typeof products.findVariations.response>;
type History = z.input<typeof products.history.response>;
type Uploaded = { id: number; url: string };

onEveryEngine('photos', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let seller: Caller;
  let boss: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
    const person = async (role: 'store_manager' | 'admin') =>
      signIn(server.url, (await makeStaff(server.database, { store_id: shop.store.id, role })).email);
    manager = await person('store_manager');
    boss = await person('admin');
    seller = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  let shade = 0;
  /** Draws a picture that no other test has. */
  const another = (width = 60, height = 40) => {
    shade += 1;
    return draw(width, height, 'png', { r: (shade * 67) % 256, g: (shade * 29) % 256, b: (shade * 7) % 256 });
  };
  const send = async (model_id: number, { by = manager, file, type = 'product_photo' }: Sending = {}) =>
    by.post<Uploaded>(
      '/media/upload',
      formOf(file ?? (await another()), { type, model_id: String(model_id) }),
    );
  type Sending = { by?: Caller; file?: Buffer; type?: string };
  const add = async (model_id: number, more?: Sending) => expectDone(await send(model_id, more));
  const ofVariation = { type: 'variation_photo' };
  const makeProduct = async () => {
    const variation = await makeVariation(server.database);
    return { id: variation.product.id, variationId: variation.id };
  };
  const read = async (id: number) => expectDone(await manager.get<Product>(`/products/${id}`));
  const idsOf = ({ photos }: Product) => photos.map(({ id }) => id);
  const move = (id: number, photoId: number, position: number, by = manager) =>
    by.put<Product>(`/products/${id}/photos/${photoId}`, { position });
  const historyOf = async (id: number) => {
    const { data } = expectDone(await manager.get<History>(`/products/${id}/history`));
    return data.map(({ field, before, after }) => [field, before, after]);
  };
  const fetched = async (url: string, by = seller) => {
    const answer = await fetch(server.url + url, { headers: { Authorization: `Bearer ${by.token}` } });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const sizeOf = async (url: string) => {
    const { format, width, height } = await sharp((await fetched(url)).bytes).metadata();
    return [format, width, height];
  };
  const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
    const { code, message, errors } = body as Refusal;
    return errors ? [status, errors] : [status, code, message];
  };
  const kept = async () => {
    const count = async (name: 'media' | 'media_files' | 'product_photos') =>
      (await server.database.reader.selectFrom(name).selectAll().execute()).length;
    return {
      media: await count('media'),
      media_files: await count('media_files'),
      product_photos: await count('product_photos'),
    };
  };

  describe('of a product', () => {
    it('stand in the order in which they came, each as WebP in three sizes', async () => {
      const { id } = await makeProduct();
      const first = await add(id, { file: await another(2000, 1000) });
      const second = await add(id);
      const { photos, image_url } = await read(id);
      expect(photos).toEqual([
        { id: first.id, image_url: first.url, product_variation_id: null },
        { id: second.id, image_url: second.url, product_variation_id: null },
      ]);
      expect(image_url).toBe(first.url);
      expect(await sizeOf(first.url)).toEqual(['webp', 1600, 800]);
      expect(await sizeOf(`${first.url}&size=card`)).toEqual(['webp', 360, 180]);
      expect(await sizeOf(`${first.url}&size=small`)).toEqual(['webp', 108, 54]);
      // A small picture keeps its size.
      expect(await sizeOf(`${second.url}&size=card`)).toEqual(['webp', 60, 40]);
    });

    it('may be uploaded under its alias', async () => {
      const { id } = await makeProduct();
      const form = formOf(await another(), { model_type: 'product_photo', model_id: String(id) }, 'image');
      const { id: photoId } = expectDone(await manager.post<Uploaded>('/media/upload', form));
      expect(idsOf(await read(id))).toEqual([photoId]);
    });

    it('are moved to a place, the first being the product’s', async () => {
      const { id } = await makeProduct();
      const [a, b, c] = [await add(id), await add(id), await add(id)];
      expect(idsOf(expectDone(await move(id, c.id, 1)))).toEqual([c.id, a.id, b.id]);
      expect((await read(id)).image_url).toBe(c.url);
      expect(idsOf(expectDone(await move(id, c.id, 2)))).toEqual([a.id, c.id, b.id]);
      expect(idsOf(expectDone(await move(id, a.id, 99)))).toEqual([c.id, b.id, a.id]);
      expect(idsOf(expectDone(await move(id, a.id, 3)))).toEqual([c.id, b.id, a.id]);
      expect((await historyOf(id)).slice(0, 4)).toEqual([
        ['photo_order', null, null],
        ['photo_order', null, null],
        ['photo_order', null, null],
        ['photos', 2, 3],
      ]);
      expect(refusalOf(await move(id, 99_999_999, 1))).toEqual([404, 'not_found', 'Photo not found']);
      expect((await move(id, a.id, 0)).status).toBe(422);
      expect((await move((await makeProduct()).id, a.id, 1)).status).toBe(404);
    });

    it('keep what two people do to their order at once', async () => {
      const { id } = await makeProduct();
      const [a, b, c, d] = [await add(id), await add(id), await add(id), await add(id)];
      const both = await Promise.all([move(id, d.id, 1), move(id, a.id, 4, boss)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const { photos, image_url } = await read(id);
      expect(photos.map((photo) => photo.id)).toEqual([d.id, b.id, c.id, a.id]);
      expect(image_url).toBe(d.url);
    });

    it('leave with what they were, and the next one is the product’s', async () => {
      const { id } = await makeProduct();
      const [a, b] = [await add(id), await add(id)];
      const before = await kept();
      expect((await manager.delete(`/media/${a.id}`)).body).toEqual({ message: 'Picture deleted' });
      expect((await read(id)).photos).toEqual([{ id: b.id, image_url: b.url, product_variation_id: null }]);
      expect((await read(id)).image_url).toBe(b.url);
      expect(await kept()).toEqual({
        media: before.media - 1,
        media_files: before.media_files - 3,
        product_photos: before.product_photos - 1,
      });
      expect(await historyOf(id)).toEqual([
        ['photos', 2, 1],
        ['photos', 1, 2],
        ['photos', 0, 1],
      ]);
      expect((await fetched(a.url)).status).toBe(404);
      expect(refusalOf(await manager.delete(`/media/${a.id}`))[1]).toBe('media_not_found');
    });

    it('are deleted once by two people at once', async () => {
      const { id } = await makeProduct();
      const { id: photoId } = await add(id);
      const both = await Promise.all([manager, boss].map((by) => by.delete(`/media/${photoId}`)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect((await read(id)).image_url).toBeNull();
    });

    it('are one when the same comes twice, also at once', async () => {
      const { id } = await makeProduct();
      const file = await another();
      const both = await Promise.all([manager, boss].map((by) => send(id, { by, file })));
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(refusalOf(await send(id, { file }))).toEqual([422, { file: ['This photo is there already'] }]);
      expect((await read(id)).photos).toHaveLength(1);
      // Another product may use it, too.
      await add((await makeProduct()).id, { file });
    });

    it('are not more than twelve', async () => {
      const { id } = await makeProduct();
      for (let count = 0; count < PHOTOS_MAX; count += 1) await add(id);
      expect(refusalOf(await send(id))).toEqual([
        422,
        { file: ['A product has at most 12 photos. Delete one first'] },
      ]);
    });

    it('go with it when it is deleted, and stay when it is deactivated', async () => {
      const { id, variationId } = await makeProduct();
      const before = await kept();
      await add(id);
      await add(variationId, ofVariation);
      expectDone(await boss.delete<object>(`/products/${id}`));
      expect(await kept()).toEqual(before);

      const sold = await makeVariation(server.database);
      await makeUnits(server.database, { product_variation_id: sold.id, store_id: shop.store.id, count: 1 });
      const { url } = await add(sold.product.id);
      expectDone(await boss.delete<object>(`/products/${sold.product.id}`));
      expect((await read(sold.product.id)).image_url).toBe(url);
    });
  });

  describe('of a variation', () => {
    it('are one each: a new one takes the place of what was there', async () => {
      const { id, variationId } = await makeProduct();
      const product = await add(id);
      const old = await add(variationId, ofVariation);
      const own = await add(variationId, ofVariation);
      const { photos, image_url, product_variations } = await read(id);
      expect(photos).toEqual([
        { id: product.id, image_url: product.url, product_variation_id: null },
        { id: own.id, image_url: own.url, product_variation_id: variationId },
      ]);
      expect([image_url, product_variations[0]?.image_url]).toEqual([product.url, own.url]);
      expect((await fetched(old.url)).status).toBe(404);
      expect((await historyOf(id)).slice(0, 2)).toEqual([
        ['photo_replaced', null, null],
        ['photos', 0, 1],
      ]);
      expectDone(await manager.delete<object>(`/media/${own.id}`));
      expect((await read(id)).product_variations[0]?.image_url).toBeNull();
    });

    it('go with a variation that is deleted', async () => {
      const { id } = await makeProduct();
      const form = { name: 'Second', cost: 1, retail_price: 2 };
      const second = expectDone(await manager.post<{ id: number }>(`/products/${id}/variations`, form));
      const { url } = await add(second.id, ofVariation);
      expectDone(await boss.delete<object>(`/products/${id}/variations/${second.id}`));
      expect((await fetched(url)).status).toBe(404);
    });
  });

  describe('are shown', () => {
    it('at the till, in lists and of units: a variation’s own wins', async () => {
      const variation = await makeVariation(server.database);
      const { id: productId } = variation.product;
      const [unit] = await makeUnits(server.database, {
        product_variation_id: variation.id,
        store_id: shop.store.id,
        count: 1,
      });
      const first = await add(productId);
      const till = async () => expectDone(await seller.get<Card>(`/pos/products/${productId}`));
      const found = async () => {
        const { data } = expectDone(
          await seller.get<Found>(`/product-variations?product_id=${String(productId)}`),
        );
        return data[0]?.image_url;
      };
      const ofUnit = async () =>
        expectDone(
          await seller.get<{ product_variation: { image_url: string } }>(`/inventory/${unit?.id ?? 0}`),
        ).product_variation.image_url;
      expect([(await till()).image_url, (await till()).variations[0]?.image_url]).toEqual([
        first.url,
        undefined,
      ]);
      expect([await found(), await ofUnit()]).toEqual([first.url, first.url]);
      const own = await add(variation.id, ofVariation);
      expect([(await till()).image_url, (await till()).variations[0]?.image_url]).toEqual([
        first.url,
        own.url,
      ]);
      expect([await found(), await ofUnit()]).toEqual([own.url, own.url]);
      const { data } = expectDone(await manager.get<Listed>('/products?sort=-created'));
      expect(data.find(({ id }) => id === productId)?.image_url).toBe(first.url);
      const locked = await seller.post<z.input<typeof lock>>(`/pos/inventory/${unit?.id ?? 0}/lock`);
      expect(expectDone(locked).productVariation.image_url).toBe(own.url);
    });

    it('to whoever is signed in, and kept by their browser for good', async () => {
      const { id } = await makeProduct();
      const { url } = await add(id);
      const plain = url.split('?')[0] ?? '';
      const control = async (address: string) => (await fetched(address)).headers.get('cache-control');
      for (const size of ['', '&size=card', '&size=small']) {
        expect(await control(url + size)).toBe('private, max-age=31536000, immutable');
      }
      // An address without a hash, or with another picture's, identifies no bytes.
      expect(await control(plain)).toBe('private, no-cache');
      expect(await control(`${plain}?v=0123456789abcdef`)).toBe('private, no-cache');
      expect((await fetch(server.url + url)).status).toBe(401);
      expect((await fetched(`${url}&size=huge`)).status).toBe(422);
    });
  });

  describe('are refused', () => {
    it('to whoever may not change products', async () => {
      const { id, variationId } = await makeProduct();
      const photo = await add(id);
      expect((await send(id, { by: seller })).status).toBe(403);
      expect((await send(variationId, { by: seller, ...ofVariation })).status).toBe(403);
      expect((await move(id, photo.id, 1, seller)).status).toBe(403);
      expect((await seller.delete(`/media/${photo.id}`)).status).toBe(403);
      expect((await read(id)).photos).toHaveLength(1);
    });

    it('of nothing: then nothing of them is kept', async () => {
      const before = await kept();
      expect(refusalOf(await send(99_999_999))).toEqual([404, 'not_found', 'Product not found']);
      expect(refusalOf(await send(99_999_999, ofVariation))).toEqual([
        404,
        'not_found',
        'Variation not found',
      ]);
      const form = formOf(await another(), { type: 'product_photo' });
      expect(refusalOf(await manager.post('/media/upload', form))).toEqual([
        422,
        { model_id: ['Say what this is a photo of'] },
      ]);
      expect(await kept()).toEqual(before);
    });

    it('when they are none by their bytes, are cut off or too large: then nothing is kept', async () => {
      const { id } = await makeProduct();
      const before = await kept();
      expect(refusalOf(await send(id, { file: Buffer.from('<svg xmlns="x"/>') }))).toEqual([
        415,
        'unsupported_media_type',
        'Choose a JPEG, PNG or WebP picture',
      ]);
      const cut = (await draw(400, 400, 'jpeg')).subarray(0, 300);
      expect(refusalOf(await send(id, { file: cut }))).toEqual([
        422,
        { file: ['This picture cannot be read'] },
      ]);
      const huge = Buffer.concat([await draw(5, 5, 'jpeg'), Buffer.alloc(5 * 1024 * 1024)]);
      expect((await send(id, { file: huge })).status).toBe(413);
      expect(await kept()).toEqual(before);
      expect(await historyOf(id)).toEqual([]);
    });
  });

  it('leave a row in the log, which says who changed them of which product', async () => {
    const { id } = await makeProduct();
    const { name } = await read(id);
    const photo = await add(id);
    expectDone(await manager.delete<object>(`/media/${photo.id}`));
    const rows = await server.database.reader
      .selectFrom('audit_log')
      .select(['action', 'details_json'])
      .where('subject_id', '=', photo.id)
      .where('action', 'in', ['media.upload', 'media.delete'])
      .orderBy('id')
      .execute();
    const change = (before: number, after: number) => ({ changes: [{ field: 'photos', before, after }] });
    expect(rows.map(({ action, details_json }) => [action, JSON.parse(details_json ?? '')])).toEqual([
      ['media.upload', { subject: name, ...change(0, 1) }],
      ['media.delete', { subject: name, ...change(1, 0) }],
    ]);
  });

  // Last, as it ends all sign-ins.
  it('stay, however old they are', async () => {
    await add((await makeProduct()).id);
    const before = await kept();
    server.clock.advance(48 * HOUR);
    (await startCleanup(server.database, pictureOwners, server.clock.now))();
    expect(await kept()).toEqual(before);
  });
});
