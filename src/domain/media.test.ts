import { describe, expect, it } from 'vitest';
import { mayUpload, mediaIdIn, mediaUrl, pictureFormat } from './media.ts';
import { defaultPermissions } from './permissions.ts';
import { roles, type Role } from './roles.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)));

describe('a picture', () => {
  it.each([1, 7, 2_147_483_647])('number %d is found by its address', (id) => {
    expect(mediaIdIn(mediaUrl(id))).toBe(id);
  });

  it.each([
    '',
    '/api/v1/media/',
    '/api/v1/media/x',
    '/api/v1/media/1/',
    '/api/v1/media/1?x',
    '/api/v1/media/12345678901',
    'https://shop.test/api/v1/media/1',
    ' /api/v1/media/1',
    '/api/v1/media/1\n2',
  ])('is not at %j', (url) => {
    expect(mediaIdIn(url)).toBeNull();
  });

  it.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['png', bytes([0x89], 'PNG\r\n', [0x1a], '\n', 'IHDR')],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    [null, bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    [null, bytes('GIF89a')],
    [null, bytes([0x89], 'PNG')],
    [null, bytes('<svg/>')],
    [null, bytes()],
  ])('is %s by its bytes', (format, file) => {
    expect(pictureFormat(file)).toBe(format);
  });

  it('is uploaded by whoever sells or reviews payments, a logo by an admin', () => {
    const may = (kind: 'payment_screenshot' | 'shop_logo') =>
      roles.filter((role: Role) => mayUpload({ role, permissions: defaultPermissions(role) }, kind));
    expect(may('payment_screenshot')).toEqual(['admin', 'store_manager', 'salesperson']);
    expect(may('shop_logo')).toEqual(['admin']);
    const reviewer = { role: 'finance', permissions: ['payments.review'] } as const;
    expect(mayUpload(reviewer, 'payment_screenshot')).toBe(true);
  });
});
