import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { settings, type ChainSettings } from '#contract/settings.ts';
import { prepareLogo } from '#renderer/lib/logo-raster.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { PesosEverywhere } from '#renderer/ui/money-text.tsx';

/** What holds until the server said otherwise. */
const UNSAID: ChainSettings = {
  shop_name: 'Tindahan',
  pesos_everywhere: false,
  logo_id: null,
  audit_years: 5,
  logo_url: null,
  approve_no_sale: false,
  approve_colleague_cart: false,
  lock_after_minutes: null,
};

/** The chain's settings; a till that stands open all day hears of changes too. */
export const chainSettingsQuery = { ...read(settings.get), refetchInterval: freshness.standard };

const ChainSettingsContext = createContext(UNSAID);

/** What holds for every store of the chain. */
export function useChainSettings(): ChainSettings {
  return useContext(ChainSettingsContext);
}

/** Gives every signed-in screen the chain's settings, and every amount its currency. */
export function ChainSettingsProvider({
  isSignedIn,
  children,
}: {
  isSignedIn: boolean;
  children: ReactNode;
}) {
  const { data = UNSAID } = useQuery({ ...chainSettingsQuery, enabled: isSignedIn });
  const current = isSignedIn ? data : UNSAID;
  useEffect(() => prepareLogo(current.logo_url), [current.logo_url]);
  return (
    <ChainSettingsContext value={current}>
      <PesosEverywhere value={current.pesos_everywhere}>{children}</PesosEverywhere>
    </ChainSettingsContext>
  );
}
