import { ApiError } from '#contract/errors.ts';
import type { manufacturers } from '#contract/manufacturers.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { pageOfNamed } from '../../db/paging.ts';
import { findManufacturers, insertManufacturer, removeManufacturer } from './manufacturers.repository.ts';

export function manufacturersHandlers(): AreaHandlers<typeof manufacturers> {
  return {
    list: async ({ query }, reader) => pageOfNamed(await findManufacturers(reader), query, 20),

    create: async ({ body }) => {
      return (writer) => insertManufacturer(writer, body.name);
    },

    delete: async ({ params, noteSubject }) => {
      return async (writer) => {
        const removed = await removeManufacturer(writer, params.manufacturerId);
        if (!removed) throw new ApiError('not_found');
        noteSubject(removed);
        return { message: 'Manufacturer deleted' };
      };
    },
  };
}
