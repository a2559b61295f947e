import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { settings, type ChainSettings } from '#contract/settings.ts';
import { ONE_CENTAVO } from '#domain/cash-rounding.ts';
import { prepareLogo } from '#renderer/lib/logo-raster.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { PesosEverywhere } from '#renderer/ui/money-text.tsx';

/** The defaults until the server has answered. */
const UNSAID: ChainSettings = {
  shop_name: 'Tindahan',
  pesos_everywhere: false,
  logo_id: null,
  audit_years: 5,
  logo_url: null,
  approve_no_sale: false,
  approve_colleague_cart: false,
  lock_after_minutes: null,
  smallest_coin: ONE_CENTAVO,
};

/** The chain's settings; polled, so that a till left open all day picks up changes. */
export const chainSettingsQuery = { ...read(settings.get), refetchInterval: freshness.standard };

const ChainSettingsContext = createContext(UNSAID);

/** Returns the settings shared by all stores of the chain. */
export function useChainSettings(): ChainSettings {
  return useContext(ChainSettingsContext);
}

/** Provides the chain's settings and the currency of amounts to every signed-in screen. */
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
