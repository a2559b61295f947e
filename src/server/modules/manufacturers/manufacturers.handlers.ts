import { ApiError } from '#contract/errors.ts';
import type { manufacturers } from '#contract/manufacturers.ts';
import { named } from '#contract/shapes.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { pageOfNamed } from '../../db/paging.ts';
import { replaceCodesOfMaker } from '../products/products.public.ts';
import * as rows from './manufacturers.repository.ts';

export function manufacturersHandlers(): ModuleHandlers<typeof manufacturers> {
  return {
    list: async ({ query }, reader) => pageOfNamed(await rows.findManufacturers(reader), query, 20),

    create: async ({ body }) => {
      return (writer) => rows.insertManufacturer(writer, body);
    },

    get: async ({ params }, reader) => {
      const maker = await rows.findManufacturer(reader, params.manufacturerId);
      if (!maker) throw new ApiError('not_found');
      return maker;
    },

    update: async ({ params, body, noteChange }) => {
      return async (writer) => {
        const before = await rows.findManufacturer(writer, params.manufacturerId);
        const after = before && (await rows.updateManufacturer(writer, before.id, body));
        if (!after) throw new ApiError('not_found');
        await replaceCodesOfMaker(writer, after.id);
        noteChange(named, before, after);
        return after;
      };
    },

    delete: async ({ params, noteTarget }) => {
      return async (writer) => {
        const removed = await rows.removeManufacturer(writer, params.manufacturerId);
        if (!removed) throw new ApiError('not_found');
        noteTarget(removed);
        return { message: 'Manufacturer deleted' };
      };
    },
  };
}
