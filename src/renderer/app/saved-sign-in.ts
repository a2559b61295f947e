import { z } from '#contract/zod.ts';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import { chainSettings, type ChainSettings } from '#contract/settings.ts';
import { signedInStaff, type SignedInStaff } from '#contract/staff.ts';
import { store, type Store } from '#contract/stores.ts';
import { till } from '#renderer/lib/till.ts';

const savedSignIn = z.object({ staff: signedInStaff, stores: z.array(store), settings: chainSettings });

/** Who is signed in, where they may work, and what holds for every store, as the server said it last. */
export type SavedSignIn = { staff: SignedInStaff; stores: Store[]; settings: ChainSettings };

/** Keeps who is signed in, so that the till can be started while the server is away. Nothing secret is in it. */
export function keepSignIn(saved: SavedSignIn): void {
  const text = JSON.stringify(z.encode(savedSignIn, saved));
  void till.notes.write({ name: SIGN_IN_NOTE, text }).catch(() => undefined);
}

export function forgetSignIn(): void {
  void till.notes.remove(SIGN_IN_NOTE).catch(() => undefined);
}

/** Who was signed in when the server last answered, or null. */
export async function readSignIn(): Promise<SavedSignIn | null> {
  try {
    return z.decode(savedSignIn, JSON.parse((await till.notes.read(SIGN_IN_NOTE)) ?? 'null') as never);
  } catch {
    return null;
  }
}
