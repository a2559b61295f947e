import type { approvals, cashiers, pins } from '#contract/approvals.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { approversOf, giveApproval, prepareApproval } from './approvals.usecases.ts';
import { cashiersOf, prepareSwitch, requireOneself, switchCashier } from './cashiers.usecases.ts';
import * as usecases from './pins.usecases.ts';

export function approvalsHandlers(database: Database): ModuleHandlers<typeof approvals> {
  return {
    approvers: async ({ query, storeId }, reader) => ({
      data: await approversOf(reader, storeId, query.act),
    }),

    give: async ({ body, credentials, ...caller }) => {
      const at = { ...caller, address: credentials.address };
      const approver = await prepareApproval(database, body, at);
      return (writer) => giveApproval(writer, body, approver, at);
    },
  };
}

export function pinsHandlers(database: Database): ModuleHandlers<typeof pins> {
  return {
    ownPin: ({ session }, reader) => usecases.pinState(reader, session.staff.id),

    setPin: async ({ body, credentials, ...caller }) => {
      const asking = { ...caller, password: body.current_password, address: credentials.address };
      const hash = await usecases.preparePin(database, body.pin, asking);
      return async (writer) => {
        await usecases.setPin(writer, caller, hash);
        return { message: 'PIN set' };
      };
    },

    removePin: async (caller) => {
      return async (writer) => {
        await usecases.setPin(writer, caller, null);
        return { message: 'PIN removed' };
      };
    },

    makeBadge: async ({ body, credentials, ...caller }) => {
      const asking = { ...caller, password: body.current_password, address: credentials.address };
      const made = await usecases.prepareBadge(database, asking);
      return async (writer) => {
        await usecases.setBadge(writer, caller, made);
        return { badge: made.code };
      };
    },

    removeBadge: async (caller) => {
      return async (writer) => {
        await usecases.setBadge(writer, caller, null);
        return { message: 'The badge is void' };
      };
    },

    pin: ({ params, session }, reader) => usecases.pinStateOf(reader, params.staffId, session),

    takePin: async ({ params, ...caller }) => {
      return async (writer) => {
        const name = await usecases.takePin(writer, params.staffId, caller);
        return { message: `${name} has no PIN and no badge any more` };
      };
    },
  };
}

export function cashiersHandlers(database: Database): ModuleHandlers<typeof cashiers> {
  return {
    cashiers: async ({ storeId }, reader) => ({ data: await cashiersOf(reader, storeId) }),

    switchCashier: async ({ body, credentials, ...caller }) => {
      const { device_name, ...proof } = body;
      const at = { ...caller, address: credentials.address };
      const next = await prepareSwitch(database, proof, at);
      return async (writer) => {
        const { tillSecret } = credentials;
        const opened = await switchCashier(writer, next, { ...at, tillSecret, device: device_name ?? null });
        if (!credentials.isBrowser) return { staff: opened.staff, token: opened.token };
        credentials.giveCookie(opened.token, opened.expiresAt);
        return { staff: opened.staff };
      };
    },

    unlock: async ({ body, credentials, ...caller }) => {
      await requireOneself(database, body, { ...caller, address: credentials.address });
      return () => Promise.resolve({ message: 'Unlocked' });
    },
  };
}
