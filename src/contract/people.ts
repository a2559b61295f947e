import { permissions } from '#domain/permissions.ts';
import { roles, type Role } from '#domain/roles.ts';
import { trimmed } from '#domain/plain-text.ts';
import { auditEntry } from './audit.ts';
import { flagText, id, idOf, idText, instant, missingOr, requiredText } from './codecs.ts';
import { defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { message, named, shape } from './shapes.ts';
import { changePasswordForm, PASSWORD_MIN, PASSWORD_TOO_SHORT } from './staff.ts';
import { transactionPage } from './transactions.ts';
import { z } from './zod.ts';

const person = {
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  primary_store_id: id.nullable(),
  primary_store: named.nullable(),
  /** All assigned stores, including the primary one. */
  store_ids: z.array(id),
  stores: z.array(named),
  is_active: z.boolean(),
  created_at: instant,
  last_login_at: instant.nullable(),
};

export const staffRow = shape('StaffRow', person);
export type StaffRow = z.output<typeof staffRow>;

const staffMember = shape('StaffMember', {
  ...person,
  transactions_count: z.int().describe('At the stores that you see; counted up to 1000'),
  transactions_capped: z.boolean(),
  checked_items_count: z.int(),
  /** The permissions of their role. */
  permissions: z.array(z.enum(permissions)),
});
export type StaffMember = z.output<typeof staffMember>;

const STAFF_NAME_MAX = 100;

const email = z
  .string({ error: missingOr('Email is required', 'Invalid email address') })
  .overwrite(trimmed)
  .min(1, 'Email is required')
  .max(255, 'Invalid email address')
  .pipe(z.email({ error: 'Invalid email address' }))
  .overwrite((text) => text.toLowerCase());

const newPassword = z
  .string({ error: missingOr('Password is required', 'Password must be text') })
  .min(1, 'Password is required')
  .min(PASSWORD_MIN, PASSWORD_TOO_SHORT)
  .max(1000, 'Password must be 1000 characters or less');

/** The form of a new staff member; the password is temporary and must be changed by its owner. */
export const newStaffForm = z.object({
  name: requiredText('Name', STAFF_NAME_MAX),
  email,
  password: newPassword,
  role: z.enum(roles, { error: missingOr('Role is required', 'This role does not exist') }),
  primary_store_id: idOf(missingOr('Primary store is required', 'This store does not exist')).describe(
    'Always one of `store_ids`, whether named there or not',
  ),
  store_ids: z.array(id).max(1000).optional(),
  is_active: z.boolean().optional(),
});
export type NewStaffForm = z.output<typeof newStaffForm>;

const otherPassword = z
  .string({ error: 'Password must be text' })
  .max(1000, 'Password must be 1000 characters or less')
  .refine((text) => text === '' || text.length >= PASSWORD_MIN, PASSWORD_TOO_SHORT)
  .describe('Blank keeps the current one');

const current_password = changePasswordForm.shape.current_password.describe(
  'The caller’s own: needed where the email becomes another one',
);

/** Changes any of the given fields; of oneself only name and email. */
export const staffChanges = newStaffForm.extend({ password: otherPassword, current_password }).partial();

/** The fields of a person as a form showed them, for a three-way merge. */
const knownPerson = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    primary_store_id: id.nullable(),
    store_ids: z.array(id).max(1000),
    is_active: z.boolean(),
  })
  .partial()
  .meta({ id: 'KnownStaffMember' });

const staffUpdate = z.strictObject({
  ...staffChanges.shape,
  /** The values that the caller saw, for the three-way merge: refuses fields that both sides changed. */
  known: knownPerson.optional(),
});
export type StaffUpdate = z.output<typeof staffUpdate>;

/** An act of a person, done or refused, from the audit log, without the values of the fields. */
const staffEvent = shape('StaffDeed', {
  ...auditEntry.pick({
    id: true,
    at: true,
    store: true,
    what: true,
    subject: true,
    reason: true,
    refused: true,
  }).shape,
  /** The changed fields, in words. */
  changed: z.array(z.string()),
});
export type StaffEvent = z.output<typeof staffEvent>;

/** The display text of each role. */
const roleLabels = shape(
  'RoleLabels',
  Object.fromEntries(roles.map((role) => [role, z.string()])) as Record<Role, z.ZodString>,
);

const byPerson = z.object({ staffId: idText });
/** The specification uses both names. */
const aliases = { additional_store_ids: 'store_ids' } as const;
const invalidates = ['staff.list', 'staff.get', 'staff.activity'] as const;

/** Routes for staff members: the other half of the module `staff`, beside signing in. */
export const people = defineRoutes('staff', {
  roles: defineRoute({
    method: 'GET',
    path: '/staff/roles',
    summary: 'List the roles',
    permission: 'signed_in',
    scope: 'chain',
    response: roleLabels,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/staff',
    summary: 'Find people who work at your stores',
    permission: 'signed_in',
    scope: 'chain',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional().describe('Words of a name or an email address'),
      role: z.enum(roles).optional(),
      store_id: idText.optional(),
      is_active: flagText.optional(),
    }),
    response: pageOf(staffRow),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/staff/:staffId',
    summary: 'Get somebody who works at your stores',
    permission: 'signed_in',
    scope: 'chain',
    params: byPerson,
    response: staffMember,
    errors: ['staff_not_found'],
  }),
  transactions: defineRoute({
    method: 'GET',
    path: '/staff/:staffId/transactions',
    summary: 'List the transactions of somebody',
    /** Without `transactions.view`, only one's own. */
    permission: 'signed_in',
    scope: 'chain',
    params: byPerson,
    query: z.strictObject(pageQuery),
    response: transactionPage,
    errors: ['staff_not_found', 'forbidden'],
  }),
  activity: defineRoute({
    method: 'GET',
    path: '/staff/:staffId/activity',
    summary: 'List what somebody did',
    /** Without `transactions.view`, only one's own. */
    permission: 'signed_in',
    scope: 'chain',
    params: byPerson,
    query: z.strictObject(pageQuery),
    response: pageOf(staffEvent),
    errors: ['staff_not_found', 'forbidden'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/staff',
    summary: 'Add a member of staff',
    permission: 'staff.manage',
    scope: 'chain',
    invalidates: ['staff.list'],
    changesShop: true,
    body: z.strictObject(newStaffForm.shape),
    aliases,
    uncompared: ['password'],
    response: staffMember,
    status: 201,
    location: '/staff/:id',
    errors: ['foreign_store'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/staff/:staffId',
    summary: 'Change a member of staff, or your own name and email',
    /** Without `staff.manage`, only oneself. */
    permission: 'signed_in',
    scope: 'chain',
    invalidates: [...invalidates, 'transactions'],
    changesShop: true,
    params: byPerson,
    body: staffUpdate,
    aliases,
    uncompared: ['password', 'current_password'],
    response: staffMember,
    errors: [
      'staff_not_found',
      'forbidden',
      'foreign_store',
      'staff_changed',
      'wrong_password',
      'too_many_attempts',
    ],
  }),
  deactivate: defineRoute({
    method: 'DELETE',
    path: '/staff/:staffId',
    summary: 'Deactivate a member of staff: they can no longer sign in',
    permission: 'staff.manage',
    scope: 'chain',
    invalidates,
    changesShop: true,
    params: byPerson,
    response: message,
    errors: ['staff_not_found', 'illegal_state'],
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/staff/:staffId/reset-password',
    summary: 'Give a member of staff a temporary password, told once',
    permission: 'staff.manage',
    scope: 'chain',
    invalidates,
    secret: true,
    changesShop: true,
    params: byPerson,
    response: z.object({
      message: z.string(),
      temporary_password: z.string().optional().describe('Good for 24 hours; it is not kept'),
    }),
    errors: ['staff_not_found', 'illegal_state'],
  }),
});
