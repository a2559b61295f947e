import { useContext, type ReactNode } from 'react';
import { SwitchStore } from '#renderer/lib/switch-store.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type StoreSwitchBannerProps = {
  /** The stores that a record belongs to: two for what goes from one to the other. */
  stores: readonly { id: number; name: string }[];
  children: ReactNode;
};

/** Says that a record belongs to another store, with a button to each of its stores that the person can go to. */
export function StoreSwitchBanner({ stores, children }: StoreSwitchBannerProps) {
  const way = useContext(SwitchStore);
  const reachable = stores.filter(({ id }) => way?.choices.some((choice) => choice.id === id));
  return (
    <Banner
      actions={
        reachable.length > 0
          ? reachable.map(({ id, name }) => (
              <Button key={id} onClick={() => way?.switchTo(id)}>
                Switch to {name}
              </Button>
            ))
          : null
      }
    >
      {children}
    </Banner>
  );
}
