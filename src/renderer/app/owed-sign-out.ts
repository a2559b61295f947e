import { api, ServerUnreachable } from '#renderer/lib/api-client.ts';

/** Set while the server does not know yet that somebody signed out here. */
const OWED = 'tindahan.signed-out';
const PATIENCE = 5000;

/** Whether the last person signed out while the server was away: until it was told, nobody is signed in here. */
export const owesSignOut = (): boolean => localStorage.getItem(OWED) !== null;

/** Ends the sign-in; returns whether the server knows. Where it is away, it is told before anybody signs in again. */
export async function endSignIn(): Promise<boolean> {
  localStorage.setItem(OWED, 'yes');
  try {
    await api.staff.logout();
  } catch (error) {
    if (error instanceof ServerUnreachable) return false;
    localStorage.removeItem(OWED);
    throw error;
  }
  localStorage.removeItem(OWED);
  return true;
}

/** Tells the server of a sign-out that it missed; throws `ServerUnreachable` while it is still away. */
export async function payOwedSignOut(): Promise<void> {
  if (!owesSignOut()) return;
  // Not by the client: to it, an ended sign-in is news that takes the page away.
  const answer = await fetch('/api/v1/staff/logout', {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (!answer?.ok && answer?.status !== 401) throw new ServerUnreachable();
  localStorage.removeItem(OWED);
}
