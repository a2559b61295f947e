import type { products } from '#contract/products.ts';
import { can } from '#domain/permissions.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { findAttributeValues } from './variations.repository.ts';
import { listHistory } from './history.usecases.ts';
import { createProduct, deleteProduct, updateProduct } from './product-form.usecases.ts';
import { movePhoto } from './photos.usecases.ts';
import { requireProduct } from './products.guards.ts';
import {
  listProducts,
  listVariations,
  salesOfProduct,
  stockOfProduct,
  variationsByCodes,
} from './products.usecases.ts';
import { createVariation, deleteVariation, updateVariation } from './variations.usecases.ts';

export function productsHandlers(): ModuleHandlers<typeof products> {
  return {
    list: ({ query, ...asker }, reader) => listProducts(reader, query, asker),

    findVariations: ({ query }, reader) => listVariations(reader, query),

    codedVariations: ({ query }, reader) => variationsByCodes(reader, query.codes.split('\n')),

    attributes: (_call, reader) => findAttributeValues(reader),

    get: ({ params, session }, reader) => requireProduct(reader, params.productId, session.staff.store_ids),

    create: async ({ body, ...caller }) => {
      return (writer) => createProduct(writer, body, caller);
    },

    update: async ({ params, body, ...changer }) => {
      return (writer) => updateProduct(writer, params.productId, body, changer);
    },

    delete: async ({ params, ...changer }) => {
      return (writer) => deleteProduct(writer, params.productId, changer);
    },

    variations: async ({ params, session }, reader) => {
      const found = await requireProduct(reader, params.productId, session.staff.store_ids);
      return found.product_variations;
    },

    createVariation: async ({ params, body, ...caller }) => {
      return (writer) => createVariation(writer, params.productId, body, caller);
    },

    updateVariation: async ({ params, body, ...changer }) => {
      return (writer) => updateVariation(writer, params, body, changer);
    },

    deleteVariation: async ({ params, ...changer }) => {
      return (writer) => deleteVariation(writer, params, changer);
    },

    movePhoto: async ({ params, body, ...changer }) => {
      return (writer) => movePhoto(writer, params, body.position, changer);
    },

    stock: ({ params, session }, reader) => stockOfProduct(reader, params.productId, session.staff.store_ids),

    history: ({ params, query, session }, reader) =>
      listHistory(reader, params.productId, query, can(session.staff, 'costs.view')),

    sales: ({ params, query, session }, reader) =>
      salesOfProduct(reader, params.productId, query, session.staff.store_ids),
  };
}
