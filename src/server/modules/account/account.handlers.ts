import type { account } from '#contract/account.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { endSessionsOf } from '../staff/staff.public.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import * as resets from './resets.usecases.ts';
import { endOwnSession, ownSessions } from './sessions.usecases.ts';

type AccountOptions = {
  database: Database;
  /** The origin of the screens, for links in mails. */
  linkOrigin: () => string;
  backgroundJobs: BackgroundJobs;
};

export function accountHandlers({
  database,
  linkOrigin,
  backgroundJobs,
}: AccountOptions): ModuleHandlers<typeof account> {
  return {
    forgotPassword: async ({ body, credentials, tillKey, now }) => {
      const asked = { email: body.email, address: credentials.address, tillKey, now };
      await resets.countAskedReset(database, asked);
      const origin = linkOrigin();
      return () => {
        // In the background: the response time must not reveal whether the account exists.
        backgroundJobs.run(() => resets.mailReset(database, asked, origin));
        return Promise.resolve({
          message: 'If somebody works here under this address, a link is on its way to it.',
        });
      };
    },

    resetPassword: async ({ body, credentials, tillKey, now }) => {
      const reset = { ...body, address: credentials.address, tillKey };
      const write = await resets.prepareReset(database, reset, now);
      return async (writer) => {
        await write(writer);
        return { message: 'Password updated' };
      };
    },

    sessions: ({ session, now }, reader) => ownSessions(reader, session, now),

    endSession: async ({ session, params, credentials }) => {
      return async (writer) => {
        await endOwnSession(writer, session, params.sessionId);
        if (params.sessionId === session.id) credentials.takeCookie();
        return { message: 'Signed out there' };
      };
    },

    endOtherSessions: async ({ session }) => {
      return async (writer) => {
        await endSessionsOf(writer, session.staff.id, session.id);
        return { message: 'Signed out everywhere else' };
      };
    },
  };
}
