import type { media } from '#contract/media.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import type { PictureOwners } from './owners.ts';
import { deletePicture, preparePicture, viewPicture } from './pictures.usecases.ts';

export function mediaHandlers(owners: PictureOwners): ModuleHandlers<typeof media> {
  return {
    upload: ({ body, ...caller }) => preparePicture(owners, body, caller),

    get: ({ params, query, session }, reader) =>
      viewPicture(reader, owners, { ...params, ...query }, session),

    delete: async ({ params, ...changer }) => {
      return async (writer) => {
        await deletePicture(writer, owners, params.mediaId, changer);
        return { message: 'Picture deleted' };
      };
    },
  };
}
