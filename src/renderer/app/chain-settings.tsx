import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import type { ChainSettings } from '#contract/settings.ts';
import { api } from '#renderer/lib/api-client.ts';
import { prepareLogo } from '#renderer/lib/logo-raster.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { PesosEverywhere } from '#renderer/ui/money-text.tsx';

/** What holds until the server said otherwise. */
const UNSAID: ChainSettings = {
  shop_name: 'Tindahan',
  pesos_everywhere: false,
  logo_id: null,
  logo_url: null,
};

/** The chain's settings; a till that stands open all day hears of changes too. */
export const chainSettingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: () => api.settings.get(),
  staleTime: freshness.standard,
  refetchInterval: freshness.standard,
});

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
  const settings = isSignedIn ? data : UNSAID;
  useEffect(() => prepareLogo(settings.logo_url), [settings.logo_url]);
  return (
    <ChainSettingsContext value={settings}>
      <PesosEverywhere value={settings.pesos_everywhere}>{children}</PesosEverywhere>
    </ChainSettingsContext>
  );
}
