import type { UnitStatus } from './transactions.ts';

/** A unit's place, as far as it decides about a trade-in. */
type Place = { status: UnitStatus; store: { name: string } };

const gone: Record<Exclude<UnitStatus, 'sold'>, (store: string) => string> = {
  available: (store) => `It is in stock at ${store}`,
  locked: (store) => `It is in a cart at ${store}`,
  reserved: (store) => `It is reserved for a draft with payments at ${store}`,
  in_transit: (store) => `It is on its way from ${store} to another store. Receive it there`,
  on_hold: (store) => `It was traded in, and is on hold at ${store}`,
  defective: (store) => `It stands at ${store} as defective`,
  lost: (store) => `It is marked as lost at ${store}. Mark it as found first`,
  returned: () => 'It went back to its supplier. It comes back by receiving it',
};

/** Returns why a known unit cannot be traded in, in a sentence without its full stop; null if a customer has it. */
export function whyNotTradedIn({ status, store }: Place): string | null {
  return status === 'sold' ? null : gone[status](store.name);
}
