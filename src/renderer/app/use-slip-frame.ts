import type { Store } from '#contract/stores.ts';
import { paperStore } from '#domain/receipt.ts';
import type { SlipFrame } from '#domain/slip.ts';
import { zonesOf } from '#domain/store-time.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useChainSettings } from './chain-settings.tsx';
import { useSignedIn } from './session.tsx';

/** Whom a paper of an earlier moment names; none for one of now, and from older servers. */
type SlipBusiness = Pick<SlipFrame, 'shop_name' | 'store'> | null | undefined;

type SlipStore = Pick<Store, 'name' | 'address' | 'phone' | 'timezone' | 'zones'>;

/** Returns the frames of slips that the signed-in person prints now. */
export function useSlipFrame() {
  const { store, staff } = useSignedIn();
  const { shop_name } = useChainSettings();
  const ofStore = ({ name, address, phone, ...at }: SlipStore): SlipFrame => ({
    shop_name,
    store: { name, address, phone },
    printed_at: serverNow(),
    time_zone: zonesOf(at),
    staff_name: staff.name,
  });
  return {
    /** The frame of a paper of the shop's own, at this store or another one. */
    plain: (at: SlipStore = store) => ofStore(at),
    /** The frame of a paper of the till, which names the business as it is registered: as of the paper where that is known. */
    registered: (business: SlipBusiness): SlipFrame => ({
      ...ofStore(store),
      ...(business ?? { store: paperStore(store) }),
    }),
  };
}
