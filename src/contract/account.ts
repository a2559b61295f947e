import { z } from './zod.ts';
import { id, idText, instant } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { message, named, shape } from './shapes.ts';
import { loginForm, PASSWORD_MIN, PASSWORD_TOO_SHORT } from './staff.ts';

export const ownSession = shape('OwnSession', {
  id,
  device_name: z.string().nullable(),
  address: z.string().nullable(),
  /** The store it was last used in. */
  store: named.nullable(),
  created_at: instant,
  last_used_at: instant.nullable().describe('To within five minutes'),
  expires_at: instant,
  is_current: z.boolean().describe('The sign-in that asks'),
});
export type OwnSession = z.output<typeof ownSession>;

export const forgotPasswordForm = z.object({ email: loginForm.shape.email });

const newPassword = z
  .string({ error: 'New password is required' })
  .min(1, 'New password is required')
  .min(PASSWORD_MIN, PASSWORD_TOO_SHORT)
  .max(1000);
const confirmation = z
  .string({ error: 'Please confirm your new password' })
  .min(1, 'Please confirm your new password')
  .max(1000);

/** The fields of a new password, without the confirmation's equality (see `PASSWORDS_DO_NOT_MATCH`). */
export const newPasswordForm = z.object({ password: newPassword, password_confirmation: confirmation });

const bySession = z.object({ sessionId: idText });

export const account = defineRoutes('account', {
  [moduleText]: { title: 'Account', about: 'A forgotten password, and your own sign-ins' },
  forgotPassword: defineRoute({
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Ask for a link by email to set a new password',
    auditTarget: 'staffId',
    permission: 'public',
    scope: 'chain',
    invalidates: [],
    secret: true,
    unaudited: true,
    body: z.strictObject(forgotPasswordForm.shape),
    response: message,
    errors: ['too_many_attempts'],
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password with the link of an email',
    auditTarget: 'staffId',
    permission: 'public',
    scope: 'chain',
    invalidates: [],
    secret: true,
    unaudited: true,
    body: z.strictObject({
      token: z.string({ error: 'The link is not whole' }).min(1, 'The link is not whole').max(200),
      ...forgotPasswordForm.shape,
      ...newPasswordForm.shape,
    }),
    response: message,
    errors: ['reset_link_invalid', 'too_many_attempts'],
  }),
  sessions: defineRoute({
    method: 'GET',
    path: '/staff/sessions',
    summary: 'List your sign-ins',
    permission: 'signed_in',
    scope: 'chain',
    response: z.array(ownSession),
  }),
  endSession: defineRoute({
    method: 'DELETE',
    path: '/staff/sessions/:sessionId',
    summary: 'End one of your sign-ins',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: ['account.sessions'],
    params: bySession,
    response: message,
  }),
  endOtherSessions: defineRoute({
    method: 'DELETE',
    path: '/staff/sessions',
    summary: 'End all of your sign-ins but this one',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: ['account.sessions'],
    response: message,
  }),
});
