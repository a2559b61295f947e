import { useMemo, useState } from 'react';
import type { RoleGrants } from '#contract/roles.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';

/** What was changed on the screen and not saved: each cell by its role and permission, as it shall be. */
type Pending = ReadonlyMap<string, boolean>;

const cellOf = (role: Role, permission: Permission) => `${role} ${permission}`;

/** What a role would hold with what is not saved yet. */
function wantedOf(
  { role, permissions }: RoleGrants,
  all: readonly Permission[],
  pending: Pending,
): Permission[] {
  return all.filter(
    (permission) => pending.get(cellOf(role, permission)) ?? permissions.includes(permission),
  );
}

/** The cells of the matrix that were changed and not saved; what somebody else saves meanwhile shows beside them. */
export function usePendingGrants(roles: readonly RoleGrants[], all: readonly Permission[]) {
  const [pending, setPending] = useState<Pending>(new Map());
  const wanted = useMemo(
    () => new Map(roles.map((role) => [role.role, wantedOf(role, all, pending)])),
    [roles, all, pending],
  );
  const changed = roles.flatMap((role) => {
    const isDifferent = (permission: Permission) =>
      role.permissions.includes(permission) !== wanted.get(role.role)?.includes(permission);
    const cells = all.filter(isDifferent);
    return cells.length ? [{ role, cells }] : [];
  });
  return {
    /** What a role would hold. */
    wantedOf: (role: Role) => wanted.get(role) ?? [],
    /** The roles that differ from what is saved, with the permissions in which they do. */
    changed,
    set: (role: Role, permission: Permission, isGranted: boolean) =>
      setPending(new Map(pending).set(cellOf(role, permission), isGranted)),
    /** Forgets what was changed of a role, or of all. */
    forget: (role?: Role) =>
      setPending((now) => new Map([...now].filter(([cell]) => role && !cell.startsWith(`${role} `)))),
  };
}
