import { ApiError } from '#contract/errors.ts';
import { roleHolds, type RoleGrants } from '#contract/roles.ts';
import { defaultPermissions, permissions, type Permission } from '#domain/permissions.ts';
import { roleLabel, rolesByRank, type Role } from '#domain/roles.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange } from '../../http/call.ts';
import { readGrants } from './staff.queries.ts';
import { takeTurn } from './people.repository.ts';
import { replaceGrants } from './staff.repository.ts';

const presentRole = (role: Role, granted: Permission[]): RoleGrants => ({
  role,
  label: roleLabel(role),
  permissions: granted,
  default_permissions: defaultPermissions(role),
});

/** Returns every role's current and default permissions, by rank. */
export async function listRoles(reader: Reader): Promise<RoleGrants[]> {
  const grants = await readGrants(reader);
  return rolesByRank.map((role) => presentRole(role, grants(role)));
}

const asHeld = (granted: readonly Permission[]) =>
  Object.fromEntries(permissions.map((permission) => [permission, granted.includes(permission)])) as Record<
    Permission,
    boolean
  >;

/** Sets a role's permissions by `choose`; 409 `illegal_state` for admin, who holds all of them. */
async function changeRole(
  writer: Writer,
  role: Role,
  choose: (held: readonly Permission[]) => readonly Permission[],
  noteChange: NoteChange,
): Promise<RoleGrants> {
  if (role === 'admin') {
    throw new ApiError('illegal_state', { message: 'An admin may do everything, always' });
  }
  await takeTurn(writer);
  const before = (await readGrants(writer))(role);
  const chosen = new Set(choose(before));
  const defaults = new Set(defaultPermissions(role));
  const differing = permissions
    .filter((permission) => chosen.has(permission) !== defaults.has(permission))
    .map((permission) => ({ permission, is_granted: chosen.has(permission) ? (1 as const) : (0 as const) }));
  await replaceGrants(writer, role, permissions, differing);
  const after = permissions.filter((permission) => chosen.has(permission));
  noteChange(roleHolds, { [role]: asHeld(before) }, { [role]: asHeld(after) });
  return presentRole(role, after);
}

/** Sets a role's permissions; with `seen`, permissions that others added or removed meanwhile stay so. */
export function updateRole(
  writer: Writer,
  role: Role,
  { permissions: wanted, seen }: { permissions: readonly Permission[]; seen?: readonly Permission[] },
  noteChange: NoteChange,
): Promise<RoleGrants> {
  const choose = (held: readonly Permission[]) => {
    const known = seen ?? held;
    const added = wanted.filter((permission) => !known.includes(permission));
    const kept = held.filter((permission) => wanted.includes(permission) || !known.includes(permission));
    return [...kept, ...added];
  };
  return changeRole(writer, role, choose, noteChange);
}

/** Restores a role's default permissions. */
export const restoreRole = (writer: Writer, role: Role, noteChange: NoteChange): Promise<RoleGrants> =>
  changeRole(writer, role, () => defaultPermissions(role), noteChange);
