import type { z } from 'zod';
import type { cashMovements, shift, shifts, till } from '#contract/shifts.ts';
import { call, callerWith, DEMO_PASSWORD, signIn, type Caller, type Refusal, type Send } from './http.ts';
import { expectDone } from './selling.ts';

// The calls of a till with a drawer; amounts are pesos, as on the wire.

export type WireTill = z.input<typeof till>;
export type WireShift = z.input<typeof shift>;
export type WireShifts = z.input<typeof shifts.list.response>;
export type WireX = z.input<typeof shifts.xReading.response>;
export type WireCurrent = z.input<typeof shifts.current.response>;
export type WireMovement = z.input<typeof cashMovements.create.response>;

let devices = 0;

/** Returns a new key for a device each time. */
export const deviceKey = () => `device-of-the-tests-${String((devices += 1)).padStart(4, '0')}`;

/** Returns the caller of a person at a device: its calls name the device. */
export const atDevice = (url: string, { token }: Caller, key = deviceKey(), send: Send = call): Caller =>
  callerWith(url, token, (base, method, path, body, headers) =>
    send(base, method, path, body, { ...headers, 'X-Till': key }),
  );

/**
 * Signs a person in at a device, which is known to be theirs from then on, and returns their caller there.
 * @param secret that of the credential which the till has
 */
export async function signInAt(
  url: string,
  email: string,
  key = deviceKey(),
  secret: string | null = null,
): Promise<Caller> {
  const shown = secret === null ? null : { 'X-Till-Credential': secret };
  const send: Send = (base, method, path, body, headers) =>
    call(base, method, path, body, { ...headers, ...shown, 'X-Till': key });
  return atDevice(url, await signIn(url, email, DEMO_PASSWORD, send), key);
}

export const makeTill = async (caller: Caller, name: string): Promise<WireTill> =>
  expectDone(await caller.post<WireTill>('/tills', { name }));

let secrets = 0;

/** Gives the caller's till a credential; returns its secret. */
export async function givenCredential(caller: Caller): Promise<string> {
  const secret = `${Date.now()}-${(secrets += 1)}`.padStart(43, 'secret-');
  expectDone(await caller.post<WireTill>('/tills/credential', { secret }));
  return secret;
}

/** Tells, by a till's credential, how many sales of a series before wait there. */
export const tellWaiting = async (caller: Caller, secret: string, waiting: number) =>
  expectDone(
    await caller.post<{ epoch: number }>(
      '/pos/offline-sales/report',
      { last_no: 0, waiting },
      { headers: { Authorization: `Till ${secret}` } },
    ),
  );

export const open = <T = Refusal>(caller: Caller, amount = 5000) => caller.post<T>('/shifts', { amount });
export const openShift = async (caller: Caller, amount = 5000): Promise<WireShift> =>
  expectDone(await open<WireShift>(caller, amount));

export const count = <T = Refusal>(
  caller: Caller,
  shiftId: number,
  denominations: object,
  methods?: object[],
) => caller.post<T>(`/shifts/${shiftId}/count`, { denominations, ...(methods ? { methods } : {}) });
export const close = <T = Refusal>(caller: Caller, shiftId: number, body: object = {}) =>
  caller.post<T>(`/shifts/${shiftId}/close`, body);

export const readX = async (caller: Caller, shiftId: number): Promise<WireX> =>
  expectDone(await caller.get<WireX>(`/shifts/${shiftId}/x-reading`));

/** Returns some pesos in as few pieces as possible, down to one centavo. */
export function piecesOf(pesos: number): Record<string, number> {
  let left = Math.round(pesos * 100);
  const pieces: Record<string, number> = {};
  const values = { bill_1000: 100_000, bill_500: 50_000, bill_200: 20_000, bill_100: 10_000, bill_50: 5000 };
  const coins = {
    coin_20: 2000,
    coin_10: 1000,
    coin_5: 500,
    coin_1: 100,
    coin_025: 25,
    coin_005: 5,
    coin_001: 1,
  };
  for (const [key, value] of Object.entries({ ...values, ...coins })) {
    pieces[key] = Math.floor(left / value);
    left %= value;
  }
  if (left > 0) throw new Error(`${pesos} pesos cannot be counted in pieces`);
  return pieces;
}
