import type { SignedInStaff } from '#contract/staff.ts';
import { can } from '#domain/permissions.ts';
import { managesRole, seesAllStores, type Role } from '#domain/roles.ts';

type Person = { id: number; role: Role; store_ids: readonly number[] };

/** True if one may edit, reset and deactivate a person: one of lower rank who works only at one's own stores. */
export const mayManage = (by: SignedInStaff, person: Person): boolean =>
  person.id !== by.id &&
  can(by, 'staff.manage') &&
  managesRole(by.role, person.role) &&
  (seesAllStores(by.role) || person.store_ids.every((id) => by.store_ids.includes(id)));

/**
 * True if one may reset a person's password: refused if an admin granted their role permissions that one may not
 * give.
 */
export const mayReset = (by: SignedInStaff, person: Person): boolean =>
  mayManage(by, person) && by.gives_roles.includes(person.role);

/** The note for people without that right. */
export const whoManages = 'Managers change the people of their stores who are below their own rank.';
