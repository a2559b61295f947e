import type { manufacturers } from '#contract/manufacturers.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { createManufacturer, deleteManufacturer, listManufacturers } from './manufacturers.usecases.ts';

export function manufacturersHandlers(): AreaHandlers<typeof manufacturers> {
  return {
    list: ({ query }, reader) => listManufacturers(reader, query),

    create: async ({ body }) => {
      return (writer) => createManufacturer(writer, body);
    },

    delete: async ({ params }) => {
      return async (writer) => {
        await deleteManufacturer(writer, params.manufacturerId);
        return { message: 'Manufacturer deleted' };
      };
    },
  };
}
