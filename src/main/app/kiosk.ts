import { z } from 'zod';
import type { KioskExit } from '#bridge/settings.ts';
import { managesTill, roles } from '#domain/roles.ts';
import { TILL_ORIGIN } from './app-protocol.ts';
import { log } from './log.ts';

const ANSWER_LIMIT_MS = 10_000;
const answer = z.object({ staff: z.object({ role: z.enum(roles) }) });

/** The part of a window that is used here. */
type KioskWindow = {
  setKiosk: (kiosk: boolean) => void;
  on: (event: 'close', listener: (event: { preventDefault: () => void }) => void) => unknown;
};

export type Kiosk = {
  isOn: () => boolean;
  /** Fills the screen. Only `leave` gives it back. */
  enter: () => void;
  leave: () => Promise<KioskExit>;
  /** Lets the window close: the computer shuts down, or the program is ended from outside. */
  release: () => void;
  /** Locks the screen again after the window did not close. */
  holdAgain: () => void;
};

/**
 * Locks the till in the full screen until a manager leaves it. The page is not believed: the server is asked who is
 * signed in with the till's token. Nobody leaves while it does not answer; an administrator of the computer can still end
 * the program from outside (docs/decisions/kiosk.md).
 * @param askServer sends a request like the page's to the backend, with the kept token
 */
export function openKiosk(
  window: KioskWindow,
  { on, askServer }: { on: boolean; askServer: (request: Request) => Promise<Response> },
): Kiosk {
  let locked = on;
  let isReleased = false;
  window.on('close', (event) => {
    if (locked && !isReleased) event.preventDefault();
  });
  return {
    isOn: () => locked,
    enter: () => {
      if (!locked) window.setKiosk(true);
      locked = true;
    },
    leave: async () => {
      const reason = locked ? await whyNot(askServer) : null;
      if (reason) {
        log.warn('The full screen was not left:', reason);
        return { left: false, reason };
      }
      locked = false;
      window.setKiosk(false);
      return { left: true, reason: null };
    },
    release: () => {
      isReleased = true;
    },
    holdAgain: () => {
      isReleased = false;
    },
  };
}

/** Returns null if a manager is signed in at the till, else why it cannot be left. */
async function whyNot(askServer: (request: Request) => Promise<Response>): Promise<string | null> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const reply = await askServer(new Request(`${TILL_ORIGIN}/api/v1/staff/me`, { signal }));
  if (reply.status === 401) return 'Sign in as a manager first';
  if (!reply.ok) return 'The server cannot be reached, so the till cannot check that you are a manager';
  const known = answer.safeParse(await reply.json().catch(() => null));
  const isManager = known.success && managesTill(known.data.staff.role);
  return isManager ? null : 'Only a manager can leave the full screen';
}
