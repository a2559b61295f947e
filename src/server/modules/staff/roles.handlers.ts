import type { roles } from '#contract/roles.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { listRoles, restoreRole, updateRole } from './roles.usecases.ts';

export function rolesHandlers(): ModuleHandlers<typeof roles> {
  return {
    list: (_call, reader) => listRoles(reader),

    update: async ({ params, body, noteChange }) => {
      return (writer) => updateRole(writer, params.role, body, noteChange);
    },

    restore: async ({ params, noteChange }) => {
      return (writer) => restoreRole(writer, params.role, noteChange);
    },
  };
}
