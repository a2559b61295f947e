import type { customers } from '#contract/customers.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { createCustomer, deleteCustomer, listCustomers, updateCustomer } from './customers.usecases.ts';
import { createChannel, deleteChannel, listChannels, updateChannel } from './channels.usecases.ts';
import { requireCustomer } from './customers.guards.ts';
import { createGroup, deleteGroup, listGroups, updateGroup } from './groups.usecases.ts';
import { addPoints, deductPoints, loyaltyLedger } from './loyalty.usecases.ts';
import { customerStats, customerTransactions } from './purchases.usecases.ts';

export function customersHandlers(): ModuleHandlers<typeof customers> {
  return {
    list: ({ query }, reader) => listCustomers(reader, query),

    get: ({ params }, reader) => requireCustomer(reader, params.customerId),

    create: async ({ body, ...caller }) => {
      return (writer) => createCustomer(writer, body, caller);
    },

    update: async ({ params, body, ...caller }) => {
      return (writer) => updateCustomer(writer, params.customerId, body, caller);
    },

    delete: async ({ params, now, noteTarget }) => {
      return async (writer) => {
        noteTarget(await deleteCustomer(writer, params.customerId, now));
        return { message: 'Customer deleted' };
      };
    },

    stats: ({ params, now }, reader) => customerStats(reader, params.customerId, now),

    transactions: ({ params, query, session }, reader) =>
      customerTransactions(reader, params.customerId, query, session.staff.store_ids),

    loyalty: ({ params, query, session }, reader) => loyaltyLedger(reader, params.customerId, query, session),

    addPoints: async ({ params, body, ...caller }) => {
      return (writer) => addPoints(writer, params.customerId, body, caller);
    },

    deductPoints: async ({ params, body, ...caller }) => {
      return (writer) => deductPoints(writer, params.customerId, body, caller);
    },

    groups: (_call, reader) => listGroups(reader),

    createGroup: async ({ body }) => {
      return (writer) => createGroup(writer, body);
    },

    updateGroup: async ({ params, body, noteChange }) => {
      return (writer) => updateGroup(writer, params.groupId, body, noteChange);
    },

    deleteGroup: async ({ params, noteTarget }) => {
      return async (writer) => {
        await deleteGroup(writer, params.groupId, noteTarget);
        return { message: 'Customer group deleted' };
      };
    },

    channels: (_call, reader) => listChannels(reader),

    createChannel: async ({ body }) => {
      return (writer) => createChannel(writer, body);
    },

    updateChannel: async ({ params, body, noteChange }) => {
      return (writer) => updateChannel(writer, params.channelId, body, noteChange);
    },

    deleteChannel: async ({ params, noteTarget }) => {
      return async (writer) => {
        await deleteChannel(writer, params.channelId, noteTarget);
        return { message: 'Signup channel deleted' };
      };
    },
  };
}
