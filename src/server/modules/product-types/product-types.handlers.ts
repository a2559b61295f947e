import { ApiError } from '#contract/errors.ts';
import { productType, type productTypes } from '#contract/product-types.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { pageOfNamed } from '../../db/paging.ts';
import * as rows from './product-types.repository.ts';

export function productTypesHandlers(): ModuleHandlers<typeof productTypes> {
  return {
    list: async ({ query }, reader) => pageOfNamed(await rows.findProductTypes(reader), query, 20),

    get: async ({ params }, reader) => {
      const type = await rows.findProductType(reader, params.productTypeId);
      if (!type) throw new ApiError('not_found');
      return type;
    },

    create: async ({ body }) => {
      return (writer) => rows.insertProductType(writer, body);
    },

    update: async ({ params, body, noteChange }) => {
      return async (writer) => {
        const before = await rows.findProductType(writer, params.productTypeId);
        const after = before && (await rows.updateProductType(writer, params.productTypeId, body));
        if (!after) throw new ApiError('not_found');
        noteChange(productType, before, after);
        return after;
      };
    },

    delete: async ({ params, noteTarget }) => {
      return async (writer) => {
        const removed = await rows.removeProductType(writer, params.productTypeId);
        if (!removed) throw new ApiError('not_found');
        noteTarget(removed);
        return { message: 'Product type deleted' };
      };
    },
  };
}
