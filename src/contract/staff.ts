import { z } from './zod.ts';
import { permissions } from '#domain/permissions.ts';
import { isOneLine, oneLine } from '#domain/plain-text.ts';
import { roles } from '#domain/roles.ts';
import { id, instant, INVALID_CHARACTERS } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { message, named, shape } from './shapes.ts';

export const signedInStaff = shape('SignedInStaff', {
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_active: z.boolean(),
  last_login_at: instant.nullable(),
  primary_store: named.nullable(),
  store_ids: z.array(id),
  permissions: z.array(z.enum(permissions)),
  /** The roles they may assign, highest rank first. */
  gives_roles: z.array(z.enum(roles)).default([]),
  must_change_password: z.boolean(),
});
export type SignedInStaff = z.output<typeof signedInStaff>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const loginForm = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(255, 'Invalid email')
    .regex(EMAIL, 'Invalid email')
    .refine(isOneLine, 'Invalid email'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(1000),
  remember: z.boolean().optional(),
});

/** The device's name in the list of sign-ins. */
const deviceName = z.string().overwrite(oneLine).max(100).refine(isOneLine, INVALID_CHARACTERS);

export const PASSWORD_MIN = 8;
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN} characters`;

/** The password change form, without the check that both entries match (see `passwordsMatch`). */
export const changePasswordForm = z.object({
  current_password: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(1000),
  new_password: z
    .string({ error: 'New password is required' })
    .min(1, 'New password is required')
    .min(PASSWORD_MIN, PASSWORD_TOO_SHORT)
    .max(1000),
  new_password_confirmation: z
    .string({ error: 'Please confirm your new password' })
    .min(1, 'Please confirm your new password')
    .max(1000),
});

export const PASSWORDS_DO_NOT_MATCH = 'Passwords do not match';

export const staff = defineRoutes('staff', {
  [moduleText]: {
    title: 'Staff and sign-ins',
    about: 'Signing in and out, your own account, and who works at your stores',
  },
  login: defineRoute({
    method: 'POST',
    path: '/staff/login',
    summary: 'Sign in',
    auditTarget: 'staffId',
    permission: 'public',
    scope: 'chain',
    invalidates: [],
    secret: true,
    body: z.strictObject({ ...loginForm.shape, device_name: deviceName.optional() }),
    response: z.object({
      staff: signedInStaff,
      token: z
        .string()
        .optional()
        .describe('Absent for a browser on the server’s own origin, which gets the cookie'),
    }),
    errors: ['wrong_credentials', 'password_expired', 'too_many_attempts'],
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/staff/logout',
    summary: 'Sign out',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: [],
    secret: true,
    beforePasswordChange: true,
    whenBusy: true,
    response: message,
  }),
  me: defineRoute({
    method: 'GET',
    path: '/staff/me',
    summary: 'Get who is signed in',
    permission: 'signed_in',
    scope: 'chain',
    beforePasswordChange: true,
    response: z.object({ staff: signedInStaff }),
  }),
  updatePassword: defineRoute({
    method: 'POST',
    path: '/staff/update-password',
    summary: 'Change your password',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: [],
    secret: true,
    beforePasswordChange: true,
    body: z.strictObject(changePasswordForm.shape),
    response: message,
    errors: ['wrong_password', 'too_many_attempts'],
  }),
});
