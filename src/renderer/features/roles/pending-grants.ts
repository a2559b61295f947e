import { useMemo, useState } from 'react';
import type { RoleGrants } from '#contract/roles.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';

/** Unsaved changes: each cell, by role and permission, with its new value. */
type Pending = ReadonlyMap<string, boolean>;

const cellOf = (role: Role, permission: Permission) => `${role} ${permission}`;

/** Returns the permissions of a role with its unsaved changes. */
function wantedOf(
  { role, permissions }: RoleGrants,
  all: readonly Permission[],
  pending: Pending,
): Permission[] {
  return all.filter(
    (permission) => pending.get(cellOf(role, permission)) ?? permissions.includes(permission),
  );
}

/** Holds the unsaved cells of the matrix; changes that others save meanwhile show beside them. */
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
    /** Returns the permissions of a role with its unsaved changes. */
    wantedOf: (role: Role) => wanted.get(role) ?? [],
    /** The roles with unsaved changes, and the permissions that differ. */
    changed,
    set: (role: Role, permission: Permission, isGranted: boolean) =>
      setPending(new Map(pending).set(cellOf(role, permission), isGranted)),
    /** Drops the unsaved changes of a role, or of all. */
    forget: (role?: Role) =>
      setPending((now) => new Map([...now].filter(([cell]) => role && !cell.startsWith(`${role} `)))),
  };
}
