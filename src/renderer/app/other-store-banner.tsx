import type { ReactNode } from 'react';
import { StoreSwitchBanner } from '#renderer/ui/store-switch-banner.tsx';
import { useSignedIn } from './session.tsx';

type OtherStoreBannerProps = {
  /** "order", "goods receipt" */
  noun: string;
  /** The stores that the record belongs to: two for what goes from one to the other. */
  stores: readonly { id: number; name: string }[];
  /** The banner's text, in place of the one that names the store. */
  children?: ReactNode;
};

/** The banner of a record of another store; nothing at one of its own stores. */
export function OtherStoreBanner({ noun, stores, children }: OtherStoreBannerProps) {
  const { store } = useSignedIn();
  if (stores.some(({ id }) => id === store.id)) return null;
  const names = stores.map(({ name }) => name).join(' and ');
  return (
    <StoreSwitchBanner stores={stores}>{children ?? `This ${noun} belongs to ${names}.`}</StoreSwitchBanner>
  );
}
