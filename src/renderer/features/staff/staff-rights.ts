import type { SignedInStaff } from '#contract/staff.ts';
import { can } from '#domain/permissions.ts';
import { managesRole, seesAllStores, type Role } from '#domain/roles.ts';

type Person = { id: number; role: Role; store_ids: readonly number[] };

/** Whether somebody may change, reset and deactivate another person: one of a lower rank, who works at their stores alone. */
export const mayManage = (by: SignedInStaff, person: Person): boolean =>
  person.id !== by.id &&
  can(by, 'staff.manage') &&
  managesRole(by.role, person.role) &&
  (seesAllStores(by.role) || person.store_ids.every((id) => by.store_ids.includes(id)));

/** The same for another password of theirs: not while an admin granted their role more than that person may hand on. */
export const mayReset = (by: SignedInStaff, person: Person): boolean =>
  mayManage(by, person) && by.gives_roles.includes(person.role);

/** What somebody is told who may not. */
export const whoManages = 'Managers change the people of their stores who are below their own rank.';
