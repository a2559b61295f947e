import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { BuildingShop20Filled } from '@fluentui/react-icons';
import { palette } from './theme.ts';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: '8px',
    backgroundColor: palette.brand,
    color: palette.onBrand,
  },
  bar: { width: '32px', height: '32px' },
  card: { width: '36px', height: '36px' },
});

/** The shop front icon on the brand colour; decoration beside the product's name. */
export function ShopLogo({ size = 'bar' }: { size?: 'bar' | 'card' }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.root, styles[size])} aria-hidden="true">
      <BuildingShop20Filled />
    </span>
  );
}
