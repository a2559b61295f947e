import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { memo } from 'react';
import type { CatalogueProduct, CatalogueVariation } from '#contract/pos.ts';
import type { Centavos } from '#domain/money.ts';
import { priceForGroup, pricesOfUnit } from '#domain/pricing.ts';
import { formatHeldUntil, type Zones } from '#domain/store-time.ts';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minHeight: '204px',
    // The list has a hundred cards, a dozen of them in sight: only those are laid out and painted.
    contentVisibility: 'auto',
    containIntrinsicHeight: 'auto 204px',
    padding: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: `${sizes.radius}px`,
    overflow: 'hidden',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { border: `1px solid ${palette.buttonBorder}` },
    ':focus-visible': focusRing,
    [windows.zoomed]: { flexDirection: 'row', minHeight: '88px', containIntrinsicHeight: 'auto 88px' },
  },
  off: { color: palette.text3, cursor: 'default', ':hover': { border: `1px solid ${palette.hairline}` } },
  photo: {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    height: `${sizes.productPhoto}px`,
    // The badge stands above the picture.
    paddingTop: '28px',
    boxSizing: 'border-box',
    backgroundColor: palette.canvas,
    [windows.zoomed]: { flexShrink: 0, width: '80px', height: 'auto', paddingTop: 0 },
  },
  withPhoto: { borderBottom: `1px solid ${palette.rowLine}`, backgroundColor: palette.surface },
  badge: {
    position: 'absolute',
    top: '6px',
    right: '6px',
    [windows.zoomed]: { top: 'auto', bottom: '10px', right: '12px' },
  },
  text: { display: 'flex', flexDirection: 'column', flexGrow: 1, padding: '10px 12px 12px' },
  name: { ...type.bodyStrong, lineHeight: '18px' },
  line: { ...type.meta, lineHeight: '18px', color: palette.text3 },
  price: { marginTop: 'auto', paddingTop: '8px', ...type.label },
});

/** Characters; longer lists of variations show their number instead. */
const LONGEST_LINE = 26;

const available = (product: CatalogueProduct) =>
  product.variations.reduce((sum, variation) => sum + variation.availableQuantity, 0);

/** Returns the holder of the first held unit if none is left; otherwise null. */
function holderOf(product: CatalogueProduct) {
  if (available(product) > 0) return null;
  return product.variations.find(({ held }) => held !== null)?.held ?? null;
}

function lineUnder(product: CatalogueProduct, timeZone: Zones): string {
  const held = holderOf(product);
  if (held) {
    const until = held.locked_until === null ? '' : `until ${formatHeldUntil(held.locked_until, timeZone)}`;
    return `Locked by ${held.locked_by ?? 'another till'} ${until.replaceAll(' ', '\u00a0')}`.trimEnd();
  }
  const names = product.variations.map((variation) => variation.name).join(', ');
  const { length } = product.variations;
  return length > 1 && names.length > LONGEST_LINE ? `${length} variations` : names;
}

type ProductCardProps = {
  product: CatalogueProduct;
  timeZone: Zones;
  /** The customer group that decides the prices; null for walk-ins. */
  group: string | null;
  /** True for the one card that Tab reaches; arrow keys move on from there. */
  isTabStop: boolean;
  onChoose: (product: CatalogueProduct) => void;
};

/** Returns a variation's price: of new units, or of used ones where only those are in stock and have one price. */
function shownPrice(variation: CatalogueVariation, group: string | null): Centavos {
  const { availableQuantity, not_new_quantity, used_retail_price } = variation;
  const isUsed = availableQuantity > 0 && availableQuantity === not_new_quantity;
  const used = isUsed && used_retail_price !== null ? { own_price: null, own_minimum_price: null } : null;
  const prices = used && pricesOfUnit({ ...variation, ...used, category: 'used' });
  return priceForGroup(prices ?? variation, group);
}

/** Shows a product with its price for the customer and the units left. A scan renders only its own card. */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const styles = useStyles();
  const { product, timeZone, group, isTabStop, onChoose } = props;
  const left = available(product);
  const isLocked = holderOf(product) !== null;
  const isOff = left === 0 && !isLocked;
  const prices = product.variations.map((variation) => shownPrice(variation, group));
  const lowest = Math.min(...prices);
  return (
    <button
      type="button"
      className={mergeClasses(styles.root, left === 0 && styles.off)}
      aria-disabled={isOff}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => !isOff && onChoose(product)}
    >
      <span className={mergeClasses(styles.photo, product.image_url !== null && styles.withPhoto)}>
        <ProductPicture
          photo={product.image_url}
          kind={product.kind}
          colour={product.variations[0]?.name}
          dimmed={left === 0}
          size={product.image_url === null ? 64 : 72}
          drawn={64}
        />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.line}>{lineUnder(product, timeZone)}</span>
        {prices.length > 0 ? (
          <span className={styles.price}>
            {prices.some((price) => price !== lowest) ? <Text tone="text3">from </Text> : null}
            <MoneyText amount={lowest} surface="product-card" size="price" />
          </span>
        ) : null}
      </span>
      <span className={styles.badge}>
        {isLocked ? (
          <StatusBadge tone="purple" mark="lock">
            LOCKED
          </StatusBadge>
        ) : (
          <StockBadge available={left} />
        )}
      </span>
    </button>
  );
});
