import { z } from './zod.ts';
import { mediaKinds, thumbnailSizes, UPLOAD_MAX } from '#domain/media.ts';
import { id, idText } from './codecs.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { message } from './shapes.ts';

/** Registered on the schema itself: `meta` would copy it and leave an original that JSON cannot represent. */
const pictureFile = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'Choose a picture')
  .register(z.globalRegistry, {
    type: 'string',
    format: 'binary',
    description: `A JPEG, PNG or WebP picture of at most ${UPLOAD_MAX / 1024 / 1024} MB`,
  });
const byMedia = z.object({ mediaId: idText });

export const media = defineRoutes('media', {
  [moduleText]: {
    title: 'Pictures',
    about: 'Pictures: screenshots of payments, photos of products, and the shop’s logo',
  },
  upload: defineRoute({
    method: 'POST',
    path: '/media/upload',
    summary: 'Upload a picture',
    /** Further permissions depend on the kind of picture. */
    permission: 'signed_in',
    scope: 'chain',
    inNoStore: true,
    invalidates: ['products', 'pos'],
    upload: true,
    body: z.strictObject({
      file: pictureFile,
      type: z.enum(mediaKinds, { error: 'Unknown kind of picture' }).describe('What the picture is of'),
      model_id: idText
        .optional()
        .describe('The product or variation that a photo is of; other kinds need none'),
    }),
    aliases: { image: 'file', model_type: 'type' },
    response: z.object({ id, url: z.string() }),
    status: 201,
    location: '/media/:id',
    errors: ['forbidden', 'not_found', 'too_many_attempts'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/media/:mediaId',
    summary: 'Get a picture',
    permission: 'signed_in',
    scope: 'chain',
    inNoStore: true,
    params: byMedia,
    query: z.strictObject({
      size: z.enum(thumbnailSizes).optional().describe('A photo’s smaller size; without it, the whole'),
      v: z.string().max(64).optional().describe('The hash that its address carries: it may be kept for good'),
    }),
    response: fileResponse,
    fileType: ['image/jpeg', 'image/png', 'image/webp'],
    errors: ['media_not_found'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/media/:mediaId',
    summary: 'Delete a picture',
    permission: 'signed_in',
    scope: 'chain',
    inNoStore: true,
    invalidates: ['products', 'pos'],
    params: byMedia,
    response: message,
    errors: ['forbidden', 'media_not_found', 'media_in_use'],
  }),
});
