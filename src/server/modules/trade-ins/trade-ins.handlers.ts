import type { inventory } from '#contract/inventory.ts';
import type { tradeIns } from '#contract/trade-ins.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { clearTradeIn, exportRegister, giveBack, listTradeIns, showTradeIn } from './register.usecases.ts';
import { tradeIn, tradeInNew } from './take-in.usecases.ts';

export function tradeInsHandlers(): ModuleHandlers<typeof tradeIns> {
  return {
    list: ({ query, ...caller }, reader) => listTradeIns(reader, query, caller),

    register: ({ query, ...caller }, reader) => exportRegister(reader, query, caller),

    get: ({ params, ...caller }, reader) => showTradeIn(reader, params.tradeInId, caller),

    clear: async ({ params, body, ...caller }) => {
      return (writer) => clearTradeIn(writer, params.tradeInId, body, caller);
    },

    giveBack: async ({ params, ...caller }) => {
      return (writer) => giveBack(writer, params.tradeInId, caller);
    },
  };
}

/** The calls of the inventory that take units in. */
export function tradingIn(): Pick<ModuleHandlers<typeof inventory>, 'tradeIn' | 'tradeInNew'> {
  return {
    tradeIn: async ({ params, body, ...caller }) => {
      return (writer) => tradeIn(writer, params.itemId, body, caller);
    },

    tradeInNew: async ({ body, ...caller }) => {
      return (writer) => tradeInNew(writer, body, caller);
    },
  };
}
