import type { media } from '#contract/media.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { deletePicture, preparePicture, viewPicture } from './pictures.usecases.ts';

export function mediaHandlers(): AreaHandlers<typeof media> {
  return {
    upload: ({ body, ...caller }) => preparePicture(body, caller),

    get: ({ params, session }, reader) => viewPicture(reader, params.mediaId, session),

    delete: async ({ params, session }) => {
      return async (writer) => {
        await deletePicture(writer, params.mediaId, session);
        return { message: 'Picture deleted' };
      };
    },
  };
}
