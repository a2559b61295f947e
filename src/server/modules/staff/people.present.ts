import { z } from '#contract/zod.ts';
import { staffRow, type StaffRow } from '#contract/people.ts';
import { namedOrNull } from '#domain/named.ts';
import { toShape } from '../../http/to-shape.ts';
import type { AssignedStore, PersonRow } from './people.repository.ts';

/** Presents a person for lists; picks their stores from `assigned`. */
export function presentPerson(row: PersonRow, assigned: readonly AssignedStore[]): StaffRow {
  const stores = assigned.filter(({ staff_id }) => staff_id === row.id).map(({ id, name }) => ({ id, name }));
  return toShape(staffRow, row, {
    primary_store: namedOrNull(row.primary_store_id, row.primary_store_name),
    store_ids: stores.map((store) => store.id),
    stores,
  });
}

/** The audited fields of a person: stores by name, of a password only that it changed. */
export const notedPerson = z.object({
  name: z.string(),
  email: z.string(),
  role: z.string(),
  is_active: z.boolean(),
  primary_store: z.string().nullable(),
  stores: z.array(z.string()),
  password: z.enum(['earlier', 'set anew']),
});

export const notePerson = (person: StaffRow, isPasswordNew = false): z.output<typeof notedPerson> => ({
  name: person.name,
  email: person.email,
  role: person.role,
  is_active: person.is_active,
  primary_store: person.primary_store?.name ?? null,
  stores: person.stores.map(({ name }) => name),
  password: isPasswordNew ? 'set anew' : 'earlier',
});
