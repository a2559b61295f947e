import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { roles } from '#domain/roles.ts';
import { openKiosk } from './kiosk.ts';

function open(reply: Response | (() => Promise<Response>), on = true) {
  const events = new EventEmitter();
  const screen = { full: on };
  const window = {
    setKiosk: (full: boolean) => {
      screen.full = full;
    },
    on: (event: string, listener: (event: { preventDefault: () => void }) => void) =>
      events.on(event, listener),
  };
  const asked: Request[] = [];
  const kiosk = openKiosk(window, {
    on,
    askServer: async (request) => {
      asked.push(request);
      return typeof reply === 'function' ? reply() : reply.clone();
    },
  });
  /** Returns true if Alt+F4 closes the window. */
  const closes = () => {
    let prevented = false;
    const event = {
      preventDefault: () => {
        prevented = true;
      },
    };
    events.emit('close', event);
    return !prevented;
  };
  return { kiosk, screen, closes, asked };
}

const signedIn = (role: string) => Response.json({ staff: { role } });

describe('a manager’s exit', () => {
  it.each(roles)('asks the server whether %s may leave', async (role) => {
    const { kiosk, screen, closes, asked } = open(signedIn(role));
    expect(closes()).toBe(false);
    const exit = await kiosk.leave();
    const allowed = ['admin', 'regional_manager', 'store_manager'].includes(role);
    expect(exit.left).toBe(allowed);
    expect([screen.full, closes(), kiosk.isOn()]).toEqual([!allowed, allowed, !allowed]);
    expect(asked.map(({ url }) => url)).toEqual(['app://till/api/v1/staff/me']);
  });

  it.each([
    ['Sign in as a manager first', Response.json({ code: 'unauthenticated' }, { status: 401 })],
    ['The server cannot be reached', Response.json({ code: 'server_unreachable' }, { status: 503 })],
    ['The server cannot be reached', new Response('', { status: 500 })],
    ['Only a manager', new Response('<html>')],
    ['Only a manager', Response.json({ staff: { role: ['admin'] } })],
    ['Only a manager', Response.json({ role: 'admin' })],
  ])('refuses with "%s" when the server says anything else', async (text, reply) => {
    const { kiosk, screen, closes } = open(reply);
    const exit = await kiosk.leave();
    expect(exit).toEqual({ left: false, reason: expect.stringContaining(text) as string });
    expect([screen.full, closes()]).toEqual([true, false]);
  });
});

it('asks nobody when the screen is not its own', async () => {
  const { kiosk, closes, asked } = open(signedIn('salesperson'), false);
  expect(closes()).toBe(true);
  expect((await kiosk.leave()).left).toBe(true);
  expect(asked).toEqual([]);
});

it('fills the screen when it is told to, and closes when the computer shuts down', () => {
  const { kiosk, screen, closes } = open(signedIn('admin'), false);
  kiosk.enter();
  expect([screen.full, closes()]).toEqual([true, false]);
  kiosk.release();
  expect(closes()).toBe(true);
});

it('is closed again, and its own, when the computer does not shut down after all', () => {
  const { kiosk, closes } = open(signedIn('salesperson'));
  kiosk.release();
  expect(kiosk.isOn()).toBe(true);
  kiosk.holdAgain();
  expect(closes()).toBe(false);
});
