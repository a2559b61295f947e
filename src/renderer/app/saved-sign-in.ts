import { z } from '#contract/zod.ts';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import { chainSettings, type ChainSettings } from '#contract/settings.ts';
import { signedInStaff, type SignedInStaff } from '#contract/staff.ts';
import { store, type Store } from '#contract/stores.ts';
import { till } from '#renderer/lib/till.ts';

const savedSignIn = z.object({
  staff: signedInStaff,
  stores: z.array(store),
  settings: chainSettings,
  // Each is read by itself: one that another version wrote signs nobody out. Absent in notes of older tills.
  shifts: z.record(z.string(), z.unknown()).optional(),
});

type Note = z.output<typeof savedSignIn>;

/** The signed-in person, their stores and the chain's settings, as the server last sent them. */
type SignIn = { staff: SignedInStaff; stores: Store[]; settings: ChainSettings };

type SavedSignIn = SignIn & {
  /** Returns what `keepShift` kept last of a store; undefined if nothing. */
  shiftAt: (storeId: number) => unknown;
};

// One after the other: each goes on from what the one before kept.
let turn: Promise<unknown> = Promise.resolve();
const inTurn = (work: () => Promise<void>) => {
  turn = turn.then(work).catch(() => undefined);
};

const write = (note: Note) =>
  till.notes.write({ name: SIGN_IN_NOTE, text: JSON.stringify(z.encode(savedSignIn, note)) });

async function readNote(): Promise<Note | null> {
  try {
    return z.decode(savedSignIn, JSON.parse((await till.notes.read(SIGN_IN_NOTE)) ?? 'null') as never);
  } catch {
    return null;
  }
}

/** Saves who is signed in, so that the till can start while the server is unreachable. Holds no secrets. */
export function keepSignIn(saved: SignIn): void {
  inTurn(async () => {
    const before = await readNote();
    const isSame = before?.staff.id === saved.staff.id;
    await write({ ...saved, ...(isSame && before.shifts ? { shifts: before.shifts } : {}) });
  });
}

/** Saves with it what the server says of this till at a store, so that its shift is known at such a start. */
export function keepShift(storeId: number, told: unknown): void {
  inTurn(async () => {
    const note = await readNote();
    if (note) await write({ ...note, shifts: { ...note.shifts, [storeId]: told } });
  });
}

export function forgetSignIn(): void {
  inTurn(() => till.notes.remove(SIGN_IN_NOTE));
}

/** Returns who was signed in when the server last answered, or null. */
export async function readSignIn(): Promise<SavedSignIn | null> {
  const note = await readNote();
  if (!note) return null;
  const { shifts: told = {}, ...signIn } = note;
  return { ...signIn, shiftAt: (storeId) => told[storeId] };
}
