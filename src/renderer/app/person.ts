import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/errors.ts';
import { staff as staffRoutes, type SignedInStaff } from '#contract/staff.ts';
import { stores as storeRoutes, type Store } from '#contract/stores.ts';
import { seesAllStores } from '#domain/roles.ts';
import { callRoute, ServerUnreachable, workInStore } from '#renderer/lib/api-client.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { forgetSignedInTyped } from '#renderer/lib/typed-in-tab.ts';
import { chainSettingsQuery } from './chain-settings.tsx';
import { owesSignOut, payOwedSignOut } from './owed-sign-out.ts';
import { forgetSignIn, keepSignIn, readSignIn } from './saved-sign-in.ts';

// Loads the signed-in person with their stores, and forgets them at sign-out.

const STORE_KEY = 'tindahan.store';

/** `isKept`: read from the saved sign-in; loaded again once the server is reachable. */
export type Person = {
  staff: SignedInStaff;
  stores: Store[];
  store: Store;
  /** The current store was deactivated or taken from them; they choose where to continue, if they have another one. */
  hasLostStore: boolean;
  isKept?: boolean;
};

/** Somebody who signed in with a password given to them; the server sends nothing else until they choose their own. */
export type Newcomer = { staff: SignedInStaff; isNewcomer: true };

export const isNewcomer = (entered: Person | Newcomer): entered is Newcomer => 'isNewcomer' in entered;

export const NO_STORE = 'You are not assigned to any active store. Ask a manager to assign you.';

/** Thrown for a person without any store to work in. */
export class NoStore extends Error {}

/** The password was right, and the next call was refused: the browser has no cookie of the sign-in. */
export const NOT_KEPT =
  'This browser did not keep you signed in. Allow cookies for this page, or ask whoever looks after the server.';

/** True for the refusal of a call that nobody is signed in for. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

function chooseStore(staff: SignedInStaff, stores: Store[]): Store {
  // A reload stays in this window's store, whatever another window has chosen since.
  const remembered = Number(sessionStorage.getItem(STORE_KEY) ?? localStorage.getItem(STORE_KEY));
  const chosen =
    stores.find((store) => store.id === remembered) ??
    stores.find((store) => store.id === staff.primary_store?.id) ??
    stores.find((store) => !store.is_warehouse) ??
    stores[0];
  if (!chosen) throw new NoStore(NO_STORE);
  return chosen;
}

export async function loadPerson(
  staff: SignedInStaff,
  queryClient: QueryClient,
  { signedIn = null, signal }: { signedIn?: Person | null; signal?: AbortSignal } = {},
): Promise<Person | Newcomer> {
  if (staff.must_change_password) return { staff, isNewcomer: true };
  const [stores, settings] = await Promise.all([
    callRoute(storeRoutes.list, {}),
    // Loaded before the first screen is drawn, so that no amount changes its currency in sight.
    queryClient.fetchQuery(chainSettingsQuery).catch(() => null),
  ]);
  // Somebody else has signed in meanwhile.
  signal?.throwIfAborted();
  if (settings) keepSignIn({ staff, stores, settings });
  return placePerson(staff, stores, signedIn);
}

/** Remembers the store to work in next time. */
export function rememberStore(storeId: number): void {
  sessionStorage.setItem(STORE_KEY, String(storeId));
  localStorage.setItem(STORE_KEY, String(storeId));
}

/** Picks the store to work in; a person already in a store stays there. */
function placePerson(staff: SignedInStaff, stores: Store[], signedIn: Person | null = null): Person {
  const here = signedIn?.staff.id === staff.id ? signedIn.store : null;
  // A person who sees all stores may have chosen an inactive one, to clear what is left there.
  const isCleared = here?.is_active === false && seesAllStores(staff.role);
  const still = stores.find(({ id }) => id === here?.id) ?? (isCleared ? here : undefined);
  // Also without any other store: what they are typing stays, and they are told.
  if (here && !still) return { staff, stores, store: here, hasLostStore: true };
  const store = still ?? chooseStore(staff, stores);
  workInStore(store.id);
  return { staff, stores, store, hasLostStore: false };
}

/** Nobody is signed in: the sign-in may have ended while this tab was loading. */
function nobody(): null {
  forgetSignedInTyped();
  return null;
}

export async function whoAmI(
  queryClient: QueryClient,
  signal: AbortSignal,
): Promise<Person | Newcomer | null> {
  if (owesSignOut()) {
    await payOwedSignOut().catch(() => undefined);
    return nobody();
  }
  try {
    const known = queryClient.getQueryData<Person | Newcomer | null>(queryKeys.me) ?? null;
    const signedIn = known && isNewcomer(known) ? null : known;
    const { staff } = await callRoute(staffRoutes.me, {}, { signal });
    return await loadPerson(staff, queryClient, { signedIn, signal });
  } catch (error) {
    if (isSignedOut(error)) return nobody();
    const kept = error instanceof ServerUnreachable ? await readSignIn() : null;
    if (!kept) throw error;
    queryClient.setQueryData(chainSettingsQuery.queryKey, kept.settings, { updatedAt: 0 });
    return { ...placePerson(kept.staff, kept.stores), isKept: true };
  }
}

/** Clears the cache and what was typed, so that no data of one person is shown to the next. */
export function forgetLoaded(queryClient: QueryClient): void {
  forgetSignIn();
  forgetSignedInTyped();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.me[0] });
}

/** Forgets a person who is not signed in any more, and asks who is: nothing is shown of either until that is known. */
export async function askAnew(queryClient: QueryClient): Promise<void> {
  forgetLoaded(queryClient);
  await queryClient.resetQueries({ queryKey: queryKeys.me });
}

/** Makes somebody the person of this window: an answer on its way would bring back who it was before, or their store. */
export function setPerson(queryClient: QueryClient, next: Person | Newcomer | null): void {
  void queryClient.cancelQueries({ queryKey: queryKeys.me });
  queryClient.setQueryData<Person | Newcomer | null>(queryKeys.me, next);
}

/** Forgets the person and all data loaded for them. */
export function leave(queryClient: QueryClient): void {
  workInStore(null);
  forgetLoaded(queryClient);
  setPerson(queryClient, null);
}
