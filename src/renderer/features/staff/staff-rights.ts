import type { SignedInStaff } from '#contract/staff.ts';
import { can, managesRole, rolesByRank, type Role } from '#domain/permissions.ts';

type Person = { id: number; role: Role };

/** Whether somebody may change, reset and deactivate another person. */
export const mayManage = (by: SignedInStaff, person: Person): boolean =>
  person.id !== by.id && can(by, 'staff.manage') && managesRole(by.role, person.role);

/** The roles that somebody may give, the highest rank first. */
export const rolesGivenBy = (by: SignedInStaff): Role[] =>
  can(by, 'staff.manage') ? rolesByRank.filter((role) => managesRole(by.role, role)) : [];
