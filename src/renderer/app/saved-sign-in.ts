import { z } from '#contract/zod.ts';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import { chainSettings, type ChainSettings } from '#contract/settings.ts';
import { signedInStaff, type SignedInStaff } from '#contract/staff.ts';
import { store, type Store } from '#contract/stores.ts';
import { till } from '#renderer/lib/till.ts';

const savedSignIn = z.object({ staff: signedInStaff, stores: z.array(store), settings: chainSettings });

/** The signed-in person, their stores and the chain's settings, as the server last sent them. */
type SavedSignIn = { staff: SignedInStaff; stores: Store[]; settings: ChainSettings };

/** Saves who is signed in, so that the till can start while the server is unreachable. Holds no secrets. */
export function keepSignIn(saved: SavedSignIn): void {
  const text = JSON.stringify(z.encode(savedSignIn, saved));
  void till.notes.write({ name: SIGN_IN_NOTE, text }).catch(() => undefined);
}

export function forgetSignIn(): void {
  void till.notes.remove(SIGN_IN_NOTE).catch(() => undefined);
}

/** Returns who was signed in when the server last answered, or null. */
export async function readSignIn(): Promise<SavedSignIn | null> {
  try {
    return z.decode(savedSignIn, JSON.parse((await till.notes.read(SIGN_IN_NOTE)) ?? 'null') as never);
  } catch {
    return null;
  }
}
