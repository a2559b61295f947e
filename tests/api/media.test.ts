import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCleanup } from '#server/cleanup.ts';
import { pictureOwners } from '#server/server.ts';
import { signIn, type Caller, type CallOptions, type Refusal } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { addPayment, expectDone, openDraft, pay, type WirePayment } from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { draw, formOf } from '#tests/support/uploads.ts';

const MB = 1024 * 1024;

type Uploaded = { id: number; url: string };

/** Incompressible bytes: noise, so that a file has exactly the requested length. */
const noise = (length: number) =>
  Buffer.alloc(
    length,
    Uint8Array.from({ length: 251 }, (_, index) => (index * 79) % 251),
  );

onEveryEngine('pictures', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    till = await signIn(server.url, shop.seller.email);
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
  });

  const send = <T = Uploaded>(by: Caller, form: FormData, options?: CallOptions) =>
    by.post<T>('/media/upload', form, options);
  const upload = async (by: Caller, file: Buffer, type = 'payment_screenshot') =>
    expectDone(await send(by, formOf(file, { type })));
  const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
    const { code, message } = body as Refusal;
    return [status, code, message];
  };
  const colleague = async (role: Parameters<typeof makeStaff>[1]['role'], store_id = shop.store.id) =>
    signIn(server.url, (await makeStaff(server.database, { store_id, role })).email);
  const fetchPicture = async (by: Caller, url: string) => {
    const answer = await fetch(server.url + url, { headers: { Authorization: `Bearer ${by.token}` } });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const isThere = async (by: Caller, { id }: Uploaded) => (await by.get(`/media/${id}`)).status === 200;

  describe('when they are uploaded', () => {
    it.each(['jpeg', 'png', 'webp'] as const)('as %s are kept as WebP, at their address', async (format) => {
      const { id, url } = await upload(till, await draw(40, 30, format));
      expect(url).toBe(`/api/v1/media/${id}`);
      const { status, headers, bytes } = await fetchPicture(till, url);
      expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        200,
        'image/webp',
        'nosniff',
      ]);
      expect(headers.get('cache-control')).toMatch(/^private/);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
    });

    it('are made at most 1600 pixels long, a logo 512 and PNG', async () => {
      const screenshot = await upload(till, await draw(3200, 1000, 'jpeg'));
      const shown = await sharp((await fetchPicture(till, screenshot.url)).bytes).metadata();
      expect([shown.width, shown.height]).toEqual([1600, 500]);
      const logo = await upload(admin, await draw(600, 1200), 'shop_logo');
      const { headers, bytes } = await fetchPicture(till, logo.url);
      expect(headers.get('content-type')).toBe('image/png');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 512 });
    });

    it('lose what their file says besides, and stand upright', async () => {
      const sideways = await sharp(await draw(60, 20, 'jpeg'))
        .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const { url } = await upload(till, sideways);
      const { bytes } = await fetchPicture(till, url);
      const kept = await sharp(bytes).metadata();
      expect([kept.width, kept.height, kept.orientation, kept.exif]).toEqual([20, 60, undefined, undefined]);
      expect(sideways.includes('SECRET-PLACE')).toBe(true);
      expect(bytes.includes('SECRET-PLACE')).toBe(false);
    });

    it('may be named by the older alias', async () => {
      const form = formOf(await draw(5, 5), { model_type: 'payment_screenshot', model_id: '7' }, 'image');
      expect((await send(till, form)).status).toBe(201);
    });

    it('are worked on one after the other, so that many at once leave room for those who sell', async () => {
      const pictures = await Promise.all([...Array(6).keys()].map((no) => draw(900 + no, 900)));
      let most = 0;
      const look = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1);
      await Promise.all(pictures.map((picture) => upload(till, picture)));
      clearInterval(look);
      expect(most).toBe(1);
    });

    it('of more than 5 MB are refused', async () => {
      const huge = Buffer.concat([await draw(5, 5, 'jpeg'), noise(5 * MB)]);
      const refused = await send(till, formOf(huge, { type: 'payment_screenshot' }));
      expect(refusalOf(refused).slice(0, 2)).toEqual([413, 'body_too_large']);
    });

    it('of just 5 MB are taken, far beyond what JSON may be', async () => {
      const picture = await draw(5, 5, 'jpeg');
      const large = Buffer.concat([picture, noise(5 * MB - picture.length)]);
      expect((await send(till, formOf(large, { type: 'payment_screenshot' }))).status).toBe(201);
    });

    it.each([
      ['a GIF', () => draw(5, 5, 'gif')],
      ['a TIFF', () => draw(5, 5, 'tiff')],
      ['an SVG', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
      ['a text', () => Promise.resolve(Buffer.from('GET / HTTP/1.1'))],
      ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
      ['a RIFF that is no WebP', () => Promise.resolve(Buffer.from('RIFF0000WAVEfmt '))],
    ])('are refused when they are %s by their bytes', async (_, make) => {
      const refused = await send(till, formOf(await make(), { type: 'payment_screenshot' }));
      expect(refusalOf(refused)).toEqual([
        415,
        'unsupported_media_type',
        'Choose a JPEG, PNG or WebP picture',
      ]);
    });

    it.each(['jpeg', 'png', 'webp'] as const)(
      'are refused when the rest of a %s is broken',
      async (format) => {
        const whole = await sharp(noise(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
          .toFormat(format)
          .toBuffer();
        for (const broken of [whole.subarray(0, 16), whole.subarray(0, whole.length / 2)]) {
          const refused = await send<Refusal>(
            till,
            formOf(Buffer.from(broken), { type: 'payment_screenshot' }),
          );
          expect([refused.status, refused.body.errors]).toEqual([
            422,
            { file: ['This picture cannot be read'] },
          ]);
        }
      },
    );

    it('are refused when a small file would unpack to an enormous one', async () => {
      const bomb = await sharp({
        create: { width: 9000, height: 9000, channels: 3, background: '#000' },
      })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(MB);
      const refused = await send<Refusal>(till, formOf(bomb, { type: 'payment_screenshot' }));
      expect(refused.body.errors).toEqual({ file: ['This picture cannot be read'] });
    });

    it.each([
      ['no file', null, { type: 'payment_screenshot' }, 'file', 'Choose a picture'],
      ['text for a file', 'picture', { type: 'payment_screenshot' }, 'file', 'Choose a picture'],
      ['no kind', 'png', {}, 'type', 'Unknown kind of picture'],
      ['an unknown kind', 'png', { type: 'passport' }, 'type', 'Unknown kind of picture'],
      [
        'an unknown field',
        'png',
        { type: 'payment_screenshot', path: '/etc' },
        'path',
        'This field is not known',
      ],
    ])('are refused with %s', async (_, file, fields, field, message) => {
      const sent = file === 'png' ? await draw(5, 5) : file;
      const refused = await send<Refusal>(till, formOf(sent, fields));
      expect(refused.status).toBe(422);
      expect(refused.body.errors?.[field]).toEqual([message]);
    });

    it('are refused when there are two, or too many fields', async () => {
      const two = formOf(await draw(5, 5), { type: 'payment_screenshot' });
      two.append('other', new Blob([new Uint8Array(await draw(5, 5))]), 'b.png');
      expect((await send(till, two)).status).toBe(422);
      const many = formOf(null, Object.fromEntries(Array.from({ length: 30 }, (_, no) => [`f${no}`, 'x'])));
      expect((await send(till, many)).status).toBe(422);
    });

    it.each([
      ['no boundary', 'multipart/form-data', 'x'],
      [
        'no end',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\npay',
      ],
      ['no form at all', 'multipart/form-data; boundary=x', 'hello'],
      [
        'a forbidden name',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      ],
    ])('are refused in a form with %s', async (_, type, body) => {
      const refused = await till.post('/media/upload', body, { headers: { 'Content-Type': type } });
      expect([400, 422]).toContain(refused.status);
      expect(refused.body.code).toBeTypeOf('string');
    });

    it('are refused as JSON, and JSON calls are refused as forms', async () => {
      const json = await till.post('/media/upload', { type: 'payment_screenshot' });
      expect(refusalOf(json)).toEqual([415, 'unsupported_media_type', 'Unsupported media type']);
      const form = await till.post('/staff/logout', formOf(null, { a: 'b' }));
      expect(refusalOf(form)).toEqual([415, 'unsupported_media_type', 'Unsupported media type']);
      expect((await till.get('/staff/me')).status).toBe(200);
    });

    it('with the same key and bytes are one picture, with other bytes refused', async () => {
      const key = `upload-${shop.store.id}`;
      const [picture, other] = [await draw(8, 8), await draw(9, 9)];
      const request = (file: Buffer) => send(till, formOf(file, { type: 'payment_screenshot' }), { key });
      const [first, second] = await Promise.all([request(picture), request(picture)]);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect((await request(picture)).body).toEqual(first.body);
      expect(refusalOf(await request(other)).slice(0, 2)).toEqual([422, 'key_reused']);
      const rows = server.database.reader
        .selectFrom('media')
        .select('id')
        .where('created_by_id', '=', shop.seller.id);
      expect(await rows.execute()).toHaveLength(1);
    });
  });

  describe('may be uploaded', () => {
    it.each([
      ['salesperson', 201, 403],
      ['store_manager', 201, 403],
      ['admin', 201, 201],
      ['regional_manager', 403, 403],
      ['auditor', 403, 403],
    ] as const)('by a %s: a screenshot %d, a logo %d', async (role, screenshot, logo) => {
      const by = await colleague(role);
      const picture = await draw(5, 5);
      expect((await send(by, formOf(picture, { type: 'payment_screenshot' }))).status).toBe(screenshot);
      expect((await send(by, formOf(picture, { type: 'shop_logo' }))).status).toBe(logo);
    });
  });

  describe('are seen', () => {
    it('by whoever sees the store’s sales; a logo by everybody', async () => {
      const screenshot = await upload(till, await draw(5, 5));
      const logo = await upload(admin, await draw(5, 5), 'shop_logo');
      const elsewhere = await makeStore(server.database);
      const people = {
        manager: await colleague('store_manager'),
        regional: await colleague('regional_manager', elsewhere.id),
        auditor: await colleague('auditor'),
        stranger: await colleague('salesperson', elsewhere.id),
      };
      const seen = async (picture: Uploaded) => {
        const names = Object.entries(people).map(async ([name, by]) =>
          (await isThere(by, picture)) ? [name] : [],
        );
        return (await Promise.all(names)).flat();
      };
      expect(await seen(screenshot)).toEqual(['manager', 'regional']);
      expect(await seen(logo)).toEqual(['manager', 'regional', 'auditor', 'stranger']);
      expect(refusalOf(await people.stranger.get(`/media/${screenshot.id}`))).toEqual([
        404,
        'media_not_found',
        'This picture does not exist',
      ]);
      expect((await fetch(server.url + screenshot.url)).status).toBe(401);
      expect(refusalOf(await till.get('/media/99999999'))[1]).toBe('media_not_found');
    });

    it('anew each time: a browser may keep one, and asks whether it may still show it', async () => {
      const { url } = await upload(till, await draw(5, 5));
      const ask = (headers: object = {}) =>
        fetch(server.url + url, { headers: { Authorization: `Bearer ${till.token}`, ...headers } });
      const first = await ask();
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const etag = first.headers.get('etag') ?? '';
      const again = await ask({ 'If-None-Match': etag });
      expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
      const anonymous = await fetch(server.url + url, { headers: { 'If-None-Match': etag } });
      expect(anonymous.status).toBe(401);
    });

    it('at the store of the sale whose payment shows them, wherever their uploader works', async () => {
      const elsewhere = await makeShop(server.database);
      const there = await signIn(server.url, elsewhere.seller.email);
      const screenshot = await upload(admin, await draw(5, 5));
      expect(await isThere(there, screenshot)).toBe(false);
      const draft = await openDraft(there, [elsewhere.units[0]?.id ?? 0]);
      const form = {
        method: 'gcash',
        amount: 10,
        reference_number: 'S-1',
        screenshot_url: screenshot.url,
      };
      const atTheStore = { storeId: elsewhere.store.id };
      expectDone(await admin.post<object>(`/transactions/${draft.id}/payments`, form, atTheStore));
      expect(await isThere(there, screenshot)).toBe(true);
    });

    it('by nobody whom their own payment would show a picture of another store', async () => {
      const elsewhere = await makeShop(server.database);
      const there = await signIn(server.url, elsewhere.seller.email);
      const screenshot = await upload(till, await draw(5, 5));
      const draft = await openDraft(there, [elsewhere.units[0]?.id ?? 0]);
      const form = { method: 'gcash', amount: 10, reference_number: 'S-1' };
      const paid = await pay(there, draft.id, form);
      const tries = [
        await there.put(`/payments/${paid.id}`, { screenshot_url: screenshot.url }),
        await addPayment(there, draft.id, { ...form, screenshot_url: screenshot.url }),
      ];
      for (const refused of tries) {
        expect([refused.status, refused.body.errors]).toEqual([
          422,
          { screenshot_url: ['Screenshot could not be found'] },
        ]);
      }
      expect(await isThere(there, screenshot)).toBe(false);
    });
  });

  const payOn = (draft: { id: number }, screenshot_url: string | null) =>
    till.post<WirePayment>(`/transactions/${draft.id}/payments`, {
      method: 'gcash',
      amount: 10,
      reference_number: 'S-1',
      screenshot_url,
    });
  const payWith = async (screenshot_url: string | null, unit = 0) =>
    payOn(await openDraft(till, [shop.units[unit]?.id ?? 0]), screenshot_url);

  describe('a payment shows', () => {
    it('an uploaded screenshot, and nothing else', async () => {
      const { url } = await upload(till, await draw(5, 5));
      const paid = expectDone(await payWith(url));
      expect(paid.screenshot_url).toBe(url);
      const logo = await upload(admin, await draw(5, 5), 'shop_logo');
      const other = await openDraft(till, [shop.units[1]?.id ?? 0]);
      for (const wrong of [
        logo.url,
        '/api/v1/media/99999999',
        'https://evil.test/api/v1/media/1',
        `${url}?x=1`,
        'javascript:alert(1)',
      ]) {
        const refused = await till.put(`/payments/${paid.id}`, { screenshot_url: wrong });
        expect([refused.status, refused.body.errors]).toEqual([
          422,
          { screenshot_url: ['Screenshot could not be found'] },
        ]);
        const refusedNew = await payOn(other, wrong);
        expect((refusedNew.body as unknown as Refusal).errors).toEqual(refused.body.errors);
      }
      const cleared = await till.put<WirePayment>(`/payments/${paid.id}`, { screenshot_url: null });
      expect(cleared.body.screenshot_url).toBeNull();
    });
  });

  describe('are deleted', () => {
    it('by whoever may upload them, once', async () => {
      const screenshot = await upload(till, await draw(5, 5));
      const logo = await upload(admin, await draw(5, 5), 'shop_logo');
      const regional = await colleague('regional_manager');
      expect((await regional.delete(`/media/${screenshot.id}`)).body.code).toBe('forbidden');
      expect((await till.delete(`/media/${logo.id}`)).body.code).toBe('forbidden');
      expect((await till.delete(`/media/${screenshot.id}`)).body).toEqual({ message: 'Picture deleted' });
      expect((await admin.delete(`/media/${logo.id}`)).status).toBe(200);
      expect((await till.delete(`/media/${screenshot.id}`)).body.code).toBe('media_not_found');
    });

    it('not from another store', async () => {
      const screenshot = await upload(till, await draw(5, 5));
      const there = await colleague('salesperson', (await makeStore(server.database)).id);
      expect((await there.delete(`/media/${screenshot.id}`)).body.code).toBe('media_not_found');
      expect(await isThere(till, screenshot)).toBe(true);
    });

    it('not while a payment shows them, deleted or not', async () => {
      const screenshot = await upload(till, await draw(5, 5));
      const paid = expectDone(await payWith(screenshot.url));
      const inUse = [409, 'media_in_use', 'This picture belongs to a payment'];
      expect(refusalOf(await till.delete(`/media/${screenshot.id}`))).toEqual(inUse);
      await till.delete(`/payments/${paid.id}`, { reason: 'Audit' });
      expect(refusalOf(await till.delete(`/media/${screenshot.id}`))).toEqual(inUse);
    });

    it('not while one is the shop’s logo', async () => {
      const logo = await upload(admin, await draw(5, 5), 'shop_logo');
      expectDone(await admin.put<object>('/settings', { logo_id: logo.id }));
      expect(refusalOf(await admin.delete(`/media/${logo.id}`))).toEqual([
        409,
        'media_in_use',
        'This picture is the shop’s logo',
      ]);
      expectDone(await admin.put<object>('/settings', { logo_id: null }));
      expect((await admin.delete(`/media/${logo.id}`)).status).toBe(200);
    });

    it('after a day, when no payment has come to show them', async () => {
      const logo = await upload(admin, await draw(5, 5), 'shop_logo');
      const [shown, orphan] = [await upload(till, await draw(5, 5)), await upload(till, await draw(5, 5))];
      expectDone(await payWith(shown.url));
      server.clock.advance(2 * HOUR);
      const young = await upload(till, await draw(5, 5));
      const tidy = async () => (await startCleanup(server.database, pictureOwners, server.clock.now))();
      const left = async () => {
        const by = await signIn(server.url, shop.seller.email);
        const all = [logo, shown, orphan, young].map((picture) => isThere(by, picture));
        return Promise.all(all);
      };
      server.clock.advance(22 * HOUR);
      await tidy();
      expect(await left()).toEqual([true, true, true, true]);
      server.clock.advance(1);
      await tidy();
      expect(await left()).toEqual([true, true, false, true]);
    });
  });
});
