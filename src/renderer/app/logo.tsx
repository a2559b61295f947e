import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { ShopLogo } from '#renderer/ui/shop-logo.tsx';
import { useChainSettings } from './chain-settings.tsx';

const useStyles = makeStyles({
  logo: { display: 'block', maxWidth: '120px', height: '32px', objectFit: 'contain', borderRadius: '4px' },
});

/** The shop's logo; ours if it has none or it fails to load. */
export function Logo() {
  const styles = useStyles();
  const { logo_url, shop_name } = useChainSettings();
  const [broken, setBroken] = useState<string | null>(null);
  if (logo_url === null || broken === logo_url) return <ShopLogo />;
  return <img src={logo_url} alt={shop_name} className={styles.logo} onError={() => setBroken(logo_url)} />;
}
