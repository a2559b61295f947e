import type { staff } from '#contract/staff.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import * as usecases from './staff.usecases.ts';

export function staffHandlers(database: Database): ModuleHandlers<typeof staff> {
  return {
    login: async ({ body, credentials, tillKey, now }) => {
      const signIn = {
        ...body,
        remember: body.remember ?? false,
        device: body.device_name ?? null,
        address: credentials.address,
        tillSecret: credentials.tillSecret,
        tillKey,
      };
      const account = await usecases.checkSignIn(database, signIn, now);
      return async (writer) => {
        const opened = await usecases.openSession(writer, account, signIn, now);
        if (!credentials.isBrowser) return { staff: opened.staff, token: opened.token };
        credentials.giveCookie(opened.token, opened.expiresAt);
        return { staff: opened.staff };
      };
    },

    logout: async ({ session, credentials }) => {
      return async (writer) => {
        await usecases.closeSession(writer, session);
        credentials.takeCookie();
        return { message: 'Signed out' };
      };
    },

    me: async ({ session }, reader) => ({ staff: await usecases.describeSignedIn(reader, session) }),

    updatePassword: async ({ session, body, credentials, tillKey, now }) => {
      const passwordHash = await usecases.preparePasswordChange(
        database,
        session,
        { ...body, address: credentials.address, tillKey },
        now,
      );
      return async (writer) => {
        if (passwordHash !== null) await usecases.changePassword(writer, session, passwordHash);
        return { message: 'Password updated' };
      };
    },
  };
}
