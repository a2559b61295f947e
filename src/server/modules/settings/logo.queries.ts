import type { PictureOwner } from '../media/media.public.ts';
import { chainSettings } from './settings.usecases.ts';

/** The pictures of the shop: everybody sees them, and the one that is shown stays. */
export const logos: PictureOwner = {
  belongsTo: 'chain',
  maySee: () => Promise.resolve(true),
  isShown: async (reader, mediaId) => (await chainSettings(reader)).logo_id === mediaId,
  shownText: 'This picture is the shop’s logo',
};
