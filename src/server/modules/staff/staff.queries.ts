import { permissions, permissionsOf, type Permission } from '#domain/permissions.ts';
import { roles, type Role } from '#domain/roles.ts';
import type { Reader } from '../../db/access.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { findGrants } from './staff.repository.ts';

export type PermissionsOf = (role: Role) => Permission[];

const known = new WeakMap<Reader, { shopVersion: number; grants: PermissionsOf }>();

const isKnown = (permission: string): permission is Permission =>
  (permissions as readonly string[]).includes(permission);

/** Reads each role's permissions; those unknown to this version are ignored. */
export async function readGrants(reader: Reader): Promise<PermissionsOf> {
  const rows = await findGrants(reader);
  const changes = Map.groupBy(
    rows.flatMap(({ role, permission, is_granted }) =>
      isKnown(permission) ? [{ role, permission, isGranted: is_granted === 1 }] : [],
    ),
    ({ role }) => role,
  );
  const held = new Map(roles.map((role) => [role, permissionsOf(role, changes.get(role) ?? [])]));
  return (role) => held.get(role) ?? [];
}

/** Returns each role's permissions from a cache, read once per version of the shop. */
export async function grantsAt(reader: Reader, shopVersion: number): Promise<PermissionsOf> {
  const kept = known.get(reader);
  if (kept?.shopVersion === shopVersion) return kept.grants;
  const grants = await readGrants(reader);
  known.set(reader, { shopVersion, grants });
  return grants;
}

/** Returns the words that anybody may know of a person: their password must not be made of them. */
export async function ownWords(
  reader: Reader,
  person: { name: string; email: string },
): Promise<readonly string[]> {
  const { shop_name } = await chainSettings(reader);
  return [person.name, person.email, shop_name];
}
