import type { Route } from '#contract/define-route.ts';
import type { people } from '#contract/people.ts';
import { roleLabel, roles } from '#domain/roles.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { activityIn, transactionsOf } from './activity.usecases.ts';
import { requireOwnPassword } from './people.guards.ts';
import * as usecases from './people.usecases.ts';

const labels = Object.fromEntries(roles.map((role) => [role, roleLabel(role)])) as Record<
  (typeof roles)[number],
  string
>;

/** Activity is told in the words of the contract's routes. */
export function peopleHandlers(
  database: Database,
  contract: Record<string, Record<string, Route>>,
): ModuleHandlers<typeof people> {
  const activityOf = activityIn(contract);
  return {
    roles: () => Promise.resolve(labels),

    list: ({ query, session }, reader) => usecases.listPeople(reader, query, session),

    get: ({ params, session }, reader) => usecases.describePerson(reader, params.staffId, session),

    transactions: ({ params, query, session }, reader) =>
      transactionsOf(reader, params.staffId, query, session),

    activity: ({ params, query, session }, reader) => activityOf(reader, params.staffId, query, session),

    create: async ({ body, ...caller }, reader) => {
      const passwordHash = await usecases.prepareGivenPassword(reader, body.password, body);
      return (writer) => usecases.createPerson(writer, body, passwordHash, caller);
    },

    update: async ({ params, body, credentials, ...caller }, reader) => {
      const { current_password: own, ...changes } = body;
      const { session, tillKey, now } = caller;
      const arrival = { address: credentials.address, tillKey };
      if (own !== undefined) await requireOwnPassword(database, session, { password: own, now, ...arrival });
      const passwordHash = await usecases.prepareChangedPassword(reader, params.staffId, changes, session);
      const updating = { ...caller, passwordHash, isProven: own !== undefined };
      return (writer) => usecases.updatePerson(writer, params.staffId, changes, updating);
    },

    deactivate: async ({ params, ...caller }) => {
      return async (writer) => {
        await usecases.deactivatePerson(writer, params.staffId, caller);
        return { message: 'Staff member deactivated' };
      };
    },

    resetPassword: async ({ params, ...caller }) => {
      const { password, passwordHash } = await usecases.makeTemporaryPassword();
      return async (writer) => {
        const { name } = await usecases.resetPassword(writer, params.staffId, passwordHash, caller);
        return { message: `${name} signs in with this password once more`, temporary_password: password };
      };
    },
  };
}
