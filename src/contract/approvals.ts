import { z } from './zod.ts';
import { approvalActs, pinProblem } from '#domain/approvals.ts';
import { id, idText, instant, moneyFromZero } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { message, named, shape } from './shapes.ts';
import { APPROVAL_HEADER } from './headers.ts';
import { changePasswordForm, staff } from './staff.ts';

const BADGE_CODE_MAX = 60;

/** Proof of identity at a till where another person is signed in: a PIN or a badge. */
export const proof = {
  staff_id: id.optional().describe('Whose PIN it is'),
  pin: z.string().max(20).optional(),
  badge: z.string().max(BADGE_CODE_MAX).optional().describe('A badge’s code, in the place of both'),
};

const currentPassword = changePasswordForm.shape.current_password;

/** The form for one's own PIN, without the check that both entries match (see `PINS_DO_NOT_MATCH`). */
export const pinForm = z.object({
  current_password: currentPassword,
  pin: z
    .string({ error: 'PIN is required' })
    .trim()
    .min(1, 'PIN is required')
    .superRefine((pin, context) => {
      const problem = pin === '' ? null : pinProblem(pin);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
});
export const badgeForm = z.object({ current_password: currentPassword });

export const PINS_DO_NOT_MATCH = 'The two PINs do not match';

/** Tells if a person has a PIN and a badge; never their values. */
export const pinState = shape('PinState', {
  has_pin: z.boolean(),
  has_badge: z.boolean(),
  changed_at: instant.nullable(),
});
export type PinState = z.output<typeof pinState>;

const byPerson = z.object({ staffId: idText });

/** Routes for PINs and badges: one's own, and those of managed people. */
export const pins = defineRoutes('staff', {
  ownPin: defineRoute({
    method: 'GET',
    path: '/staff/me/pin',
    summary: 'See whether you have a PIN and a badge',
    permission: 'signed_in',
    scope: 'chain',
    response: pinState,
  }),
  setPin: defineRoute({
    method: 'PUT',
    path: '/staff/me/pin',
    summary: 'Set your PIN',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: ['staff.ownPin', 'staff.pin', 'approvals'],
    secret: true,
    body: z.strictObject(pinForm.shape),
    response: message,
    errors: ['wrong_password', 'too_many_attempts'],
  }),
  removePin: defineRoute({
    method: 'DELETE',
    path: '/staff/me/pin',
    summary: 'Remove your PIN',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: ['staff.ownPin', 'staff.pin', 'approvals'],
    response: message,
  }),
  makeBadge: defineRoute({
    method: 'POST',
    path: '/staff/me/badge',
    summary: 'Make yourself a badge, told once; an earlier one is void',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: ['staff.ownPin', 'staff.pin', 'approvals'],
    secret: true,
    body: z.strictObject(badgeForm.shape),
    response: z.object({ badge: z.string().describe('What its QR code says; it is not kept') }),
    errors: ['wrong_password', 'too_many_attempts'],
  }),
  removeBadge: defineRoute({
    method: 'DELETE',
    path: '/staff/me/badge',
    summary: 'Void your badge',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: ['staff.ownPin', 'staff.pin', 'approvals'],
    response: message,
  }),
  pin: defineRoute({
    method: 'GET',
    path: '/staff/:staffId/pin',
    summary: 'See whether somebody has a PIN and a badge',
    permission: 'staff.manage',
    scope: 'chain',
    params: byPerson,
    response: pinState,
    errors: ['staff_not_found'],
  }),
  takePin: defineRoute({
    method: 'DELETE',
    path: '/staff/:staffId/pin',
    summary: 'Remove the PIN and the badge of a member of staff',
    permission: 'staff.manage',
    scope: 'chain',
    invalidates: ['staff.pin', 'approvals'],
    params: byPerson,
    response: message,
    errors: ['staff_not_found'],
  }),
});

/** Routes that change the cashier at a till, or unlock a locked one. */
export const cashiers = defineRoutes('staff', {
  cashiers: defineRoute({
    method: 'GET',
    path: '/staff/switch',
    summary: 'List who may take over a till of the store by PIN or badge',
    permission: 'signed_in',
    scope: 'store',
    response: z.object({ data: z.array(named) }),
  }),
  switchCashier: defineRoute({
    method: 'POST',
    path: '/staff/switch',
    summary: 'Take over a till, by PIN or badge',
    auditTarget: 'staffId',
    permission: 'signed_in',
    scope: 'store',
    whileInactive: true,
    invalidates: [],
    secret: true,
    body: z.strictObject({ ...proof, device_name: staff.login.body.shape.device_name }),
    response: staff.login.response,
    errors: ['wrong_pin', 'too_many_attempts'],
  }),
  unlock: defineRoute({
    method: 'POST',
    path: '/staff/unlock',
    summary: 'Show that it is still you at a till that has locked itself',
    permission: 'signed_in',
    scope: 'store',
    whileInactive: true,
    invalidates: [],
    secret: true,
    unaudited: true,
    body: z.strictObject({
      pin: proof.pin,
      badge: proof.badge,
      current_password: currentPassword.optional(),
    }),
    response: message,
    errors: ['wrong_pin', 'wrong_password', 'too_many_attempts'],
  }),
});

export const approvals = defineRoutes('approvals', {
  [moduleText]: {
    title: 'Approvals',
    about: 'What a manager lets somebody do who may not do it alone, once',
  },
  approvers: defineRoute({
    method: 'GET',
    path: '/approvals/approvers',
    summary: 'List who may approve something in the store',
    permission: ['transactions.create', 'transactions.view'],
    scope: 'store',
    query: z.strictObject({ act: z.enum(approvalActs) }),
    response: z.object({ data: z.array(named) }),
  }),
  give: defineRoute({
    method: 'POST',
    path: '/approvals',
    summary: 'Approve what somebody may not do alone, at their till',
    permission: ['transactions.create', 'transactions.view'],
    scope: 'store',
    whileInactive: true,
    invalidates: [],
    secret: true,
    body: z.strictObject({
      act: z.enum(approvalActs),
      subject_id: id.optional().describe('Of what it is done to: the id in the call’s path'),
      amount: moneyFromZero
        .optional()
        .describe(
          'For discounts, cash, `unit_price` and `trade_in`: the amount that the call must then give; for a `refund` and an exchange, the sum of what it pays out',
        ),
      item_ids: z
        .array(id)
        .max(500)
        .optional()
        .describe('For a `refund` and an exchange: the lines that come back, which the call must then name'),
      ...proof,
    }),
    response: z.object({
      approval: z.string().describe(`Sent as \`${APPROVAL_HEADER}\` with the one call that it is for`),
      approver: named,
      expires_at: instant,
    }),
    status: 201,
    errors: ['wrong_pin', 'too_many_attempts'],
  }),
});
