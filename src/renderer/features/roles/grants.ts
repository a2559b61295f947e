import type { RoleGrants } from '#contract/roles.ts';
import { lackedBy, permissionLabel, permissionList, type Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';

/** The roles whose permissions can be changed: an admin always has all. */
export const changeableOf = (roles: readonly RoleGrants[]) => roles.filter(({ role }) => role !== 'admin');

/** The permissions by group, each with its row among all. */
export const groups = [
  ...Map.groupBy(
    permissionList.map((entry, row) => ({ ...entry, row })),
    ({ group }) => group,
  ),
];

/** True if a role differs from its defaults. */
export const differs = (role: RoleGrants) =>
  new Set(role.permissions).symmetricDifference(new Set(role.default_permissions)).size > 0;

/** The props of the matrix, and of the list of a role. */
export type GrantsProps = {
  roles: readonly RoleGrants[];
  /** Returns the permissions of a role with its unsaved changes. */
  wantedOf: (role: Role) => readonly Permission[];
  onChange: (role: Role, permission: Permission, isGranted: boolean) => void;
  onRestore: (role: RoleGrants) => void;
};

/** Tells of a role's permission if it is granted, and what is to know of that. */
export function grantOf(role: RoleGrants, permission: Permission, held: readonly Permission[]) {
  const isGranted = held.includes(permission);
  const isUnsaved = isGranted !== role.permissions.includes(permission);
  const isChanged = isGranted !== role.default_permissions.includes(permission);
  const lacking = lackedBy(permission, held).map(permissionLabel);
  return { isGranted, isUnsaved, isChanged, lacking };
}
