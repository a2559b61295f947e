import { permissions } from '#domain/permissions.ts';
import { roles as roleNames } from '#domain/roles.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { shape } from './shapes.ts';
import { z } from './zod.ts';

const holds = z.array(z.enum(permissions));

const roleGrants = shape('RoleGrants', {
  role: z.enum(roleNames),
  label: z.string(),
  /** Its current permissions. */
  permissions: holds,
  /** Its permissions until an admin changes them. */
  default_permissions: holds,
});
export type RoleGrants = z.output<typeof roleGrants>;

/** A change of a role as audited: for each permission, true if the role has it. */
export const roleHolds = z.object({}).catchall(z.record(z.enum(permissions), z.boolean()));

const byRole = z.object({ role: z.enum(roleNames) });
const invalidates = ['roles', 'staff.get'] as const;

export const roles = defineRoutes('roles', {
  [moduleText]: { title: 'Roles', about: 'What each role may do' },
  list: defineRoute({
    method: 'GET',
    path: '/roles',
    summary: 'Get what every role may do',
    permission: 'admin',
    scope: 'chain',
    response: z.array(roleGrants).describe('By rank, the highest first'),
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/roles/:role',
    summary: 'Change what a role may do',
    permission: 'admin',
    scope: 'chain',
    invalidates,
    changesShop: true,
    params: byRole,
    body: z.strictObject({
      permissions: holds,
      seen: holds
        .optional()
        .describe('What it might do when you looked: what others changed meanwhile then stays changed'),
    }),
    response: roleGrants,
    errors: ['illegal_state'],
  }),
  restore: defineRoute({
    method: 'DELETE',
    path: '/roles/:role',
    summary: 'Give a role its default permissions back',
    permission: 'admin',
    scope: 'chain',
    invalidates,
    changesShop: true,
    params: byRole,
    response: roleGrants,
    errors: ['illegal_state'],
  }),
});
