import type { z } from 'zod';
import type { approvals, pins } from '#contract/approvals.ts';
import { DEMO_PASSWORD, type Caller, type CallOptions, type Refusal } from './http.ts';
import { expectDone } from './selling.ts';

// A manager's actions at another person's till.

export type WireApproval = z.input<typeof approvals.give.response>;
export type WireApprovers = z.input<typeof approvals.approvers.response>;
export type WirePinState = z.input<typeof pins.ownPin.response>;

/** A valid PIN. */
export const PIN = '246810';

export const setPin = <T = Refusal>(caller: Caller, pin = PIN, current_password = DEMO_PASSWORD) =>
  caller.put<T>('/staff/me/pin', { current_password, pin });

/** Makes a new badge and returns its code. */
export const makeBadge = async (caller: Caller): Promise<string> =>
  expectDone(await caller.post<{ badge: string }>('/staff/me/badge', { current_password: DEMO_PASSWORD }))
    .badge;

export const approve = <T = Refusal>(at: Caller, body: object, options?: CallOptions) =>
  at.post<T>('/approvals', body, options);

/** Gets an act approved and returns the options of the approved call. */
export const approvedBy = async (at: Caller, body: object, options?: CallOptions): Promise<CallOptions> => {
  const { approval } = expectDone(await approve<WireApproval>(at, body, options));
  return { headers: { 'X-Approval': approval } };
};
