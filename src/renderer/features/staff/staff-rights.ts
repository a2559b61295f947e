import type { SignedInStaff } from '#contract/staff.ts';
import { can, managesRole, rolesByRank, seesAllStores, type Role } from '#domain/permissions.ts';

type Person = { id: number; role: Role; store_ids: readonly number[] };

/** Whether somebody may change, reset and deactivate another person: one of a lower rank, who works at their stores alone. */
export const mayManage = (by: SignedInStaff, person: Person): boolean =>
  person.id !== by.id &&
  can(by, 'staff.manage') &&
  managesRole(by.role, person.role) &&
  (seesAllStores(by.role) || person.store_ids.every((id) => by.store_ids.includes(id)));

/** The roles that somebody may give, the highest rank first. */
export const rolesGivenBy = (by: SignedInStaff): Role[] =>
  can(by, 'staff.manage') ? rolesByRank.filter((role) => managesRole(by.role, role)) : [];
