import type { Till } from '#bridge/till.ts';

// The last invoice of a store that this device knows, kept as its server's proof: should an old copy of the server's data
// be put back, the numbers go on after it. docs/decisions/invoices-after-a-restore.md

const noteOf = (storeId: number) => `last-invoice-${storeId}`;
/** The invoice's number in a proof, `7.613.…`; 0 for none. */
const numberIn = (proof: string | null | undefined): number => Number(proof?.split('.')[1] ?? 0) || 0;

export type LastInvoices = {
  /** Reads what is kept of a store, before it is worked in. */
  load: (storeId: number) => void;
  /** Keeps a sale's proof, unless a later one is kept: another window may have sold, too. */
  keep: (storeId: number, proof: string) => void;
  /** Returns the proof to send; null without one. */
  read: (storeId: number) => string | null;
};

export function createLastInvoices(notes: Pick<Till['notes'], 'read' | 'write'>): LastInvoices {
  const known = new Map<number, string>();
  // One after the other: each compares with what the one before kept.
  let turn: Promise<unknown> = Promise.resolve();
  const kept = (storeId: number) => notes.read(noteOf(storeId)).catch(() => null);
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch(() => undefined);
  };
  return {
    load: (storeId) => {
      inTurn(async () => {
        const proof = await kept(storeId);
        if (proof !== null) known.set(storeId, proof);
      });
    },
    keep: (storeId, proof) => {
      inTurn(async () => {
        const before = await kept(storeId);
        const isLater = numberIn(proof) > numberIn(before);
        known.set(storeId, isLater ? proof : (before ?? proof));
        if (isLater) await notes.write({ name: noteOf(storeId), text: proof });
      });
    },
    read: (storeId) => known.get(storeId) ?? null,
  };
}
