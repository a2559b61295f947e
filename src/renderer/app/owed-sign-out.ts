import { staff } from '#contract/staff.ts';
import { callRoute, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { fetchFromShop } from '#renderer/lib/fetch-from-shop.ts';

/** Set while the server has not yet been told of a sign-out here. */
const OWED = 'tindahan.signed-out';
const PATIENCE = 5000;

/** True if the last person signed out while the server was unreachable: until it is told, nobody is signed in here. */
export const owesSignOut = (): boolean => localStorage.getItem(OWED) !== null;

/** Ends the sign-in; returns false if the server is unreachable, which is then told before the next sign-in. */
export async function endSignIn(): Promise<boolean> {
  localStorage.setItem(OWED, 'yes');
  try {
    await callRoute(staff.logout, {});
  } catch (error) {
    if (error instanceof ServerUnreachable) return false;
    localStorage.removeItem(OWED);
    throw error;
  }
  localStorage.removeItem(OWED);
  return true;
}

/** Tells the server of a missed sign-out; throws `ServerUnreachable` while it is still unreachable. */
export async function payOwedSignOut(): Promise<void> {
  if (!owesSignOut()) return;
  // Bypasses the API client, which leaves the page when it hears that a sign-in has ended.
  const answer = await fetchFromShop('/api/v1/staff/logout', {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (!answer?.ok && answer?.status !== 401) throw new ServerUnreachable();
  localStorage.removeItem(OWED);
}
