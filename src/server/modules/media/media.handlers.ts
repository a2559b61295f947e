import type { media } from '#contract/media.ts';
import type { AreaHandlers } from '../../http/call.ts';
import type { PictureOwners } from './owners.ts';
import { deletePicture, preparePicture, viewPicture } from './pictures.usecases.ts';

export function mediaHandlers(owners: PictureOwners): AreaHandlers<typeof media> {
  return {
    upload: ({ body, ...caller }) => preparePicture(owners, body, caller),

    get: ({ params, session }, reader) => viewPicture(reader, owners, params.mediaId, session),

    delete: async ({ params, session }) => {
      return async (writer) => {
        await deletePicture(writer, owners, params.mediaId, session);
        return { message: 'Picture deleted' };
      };
    },
  };
}
