import { z } from 'zod';
import { mediaKinds } from '#domain/media.ts';
import { id, idText } from './codecs.ts';
import { defineRoute, fileResponse } from './define-route.ts';
import { message } from './shapes.ts';

const byMedia = z.object({ mediaId: idText });

export const media = {
  upload: defineRoute({
    method: 'POST',
    path: '/media/upload',
    /** What may be uploaded depends on what it is for. */
    permission: 'signed_in',
    scope: 'chain',
    touches: [],
    upload: true,
    body: z.strictObject({
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Choose a picture'),
      type: z.enum(mediaKinds, { error: 'Unknown kind of picture' }),
      /** The older spelling names an object; the kind says all that is needed. */
      model_id: z.string().max(20).optional(),
    }),
    spellings: { image: 'file', model_type: 'type' },
    response: z.object({ id, url: z.string() }),
    status: 201,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/media/:mediaId',
    permission: 'signed_in',
    scope: 'chain',
    params: byMedia,
    response: fileResponse,
    errors: ['media_not_found'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/media/:mediaId',
    permission: 'signed_in',
    scope: 'chain',
    touches: [],
    params: byMedia,
    response: message,
    errors: ['media_not_found', 'media_in_use'],
  }),
};
