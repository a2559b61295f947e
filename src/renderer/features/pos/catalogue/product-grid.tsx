import { makeStyles } from '@fluentui/react-components';
import { Box24Regular, Search24Regular } from '@fluentui/react-icons';
import type { KeyboardEvent } from 'react';
import type { CatalogueProduct } from '#contract/pos.ts';
import { unitParts } from '#domain/search-key.ts';
import type { Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { ProductCard } from './product-card.tsx';
import type { CatalogueTab } from './tab-cards.ts';
import type { Catalogue } from './use-catalogue.ts';

const useStyles = makeStyles({
  root: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '10px 24px 16px',
    outlineStyle: 'none',
    [windows.narrow]: { padding: '10px 16px 16px' },
    [windows.onePane]: { padding: '10px 12px 12px' },
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(${sizes.productCard}px, 1fr))`,
    gridAutoRows: 'max-content',
    gap: '12px',
    [windows.narrow]: { gridTemplateColumns: 'repeat(auto-fill, minmax(152px, 1fr))' },
    [windows.zoomed]: { gap: '8px', gridTemplateColumns: 'repeat(auto-fill, minmax(272px, 1fr))' },
  },
  skeleton: {
    height: '204px',
    boxSizing: 'border-box',
    border: `1px solid ${palette.hairline}`,
    borderRadius: `${sizes.radius}px`,
    overflow: 'hidden',
    backgroundColor: palette.surface,
    [windows.zoomed]: { height: '88px' },
  },
  text: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '10px 12px' },
  price: { marginTop: '12px' },
});

const SKELETONS = 6;

function SkeletonCards() {
  const styles = useStyles();
  return (
    <>
      <LoadingNote>Loading products</LoadingNote>
      <div className={styles.grid}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className={styles.skeleton}>
            <Skeleton height={sizes.productPhoto} square />
            <div className={styles.text}>
              <Skeleton />
              <Skeleton width="60%" height={12} />
              <Skeleton width={74} height={20} className={styles.price} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Moves the focus between the cards by arrow keys, row by row. */
function walkCards(event: KeyboardEvent<HTMLElement>): void {
  const cards = [...event.currentTarget.querySelectorAll('button')];
  const at = cards.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const top = cards[0]?.offsetTop;
  const inRow = cards.filter((card) => card.offsetTop === top).length;
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: inRow, ArrowUp: -inRow };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  cards[at + step]?.focus();
}

type ProductGridProps = {
  catalogue: Catalogue;
  tab: CatalogueTab;
  search: string;
  timeZone: Zones;
  group: string | null;
  onChoose: (product: CatalogueProduct) => void;
  onClearSearch: () => void;
};

/** Shows the cards of a tab or a search, with loading, empty and error states. */
export function ProductGrid(props: ProductGridProps) {
  const styles = useStyles();
  return (
    <div {...tabPanelProps('products', props.tab)} tabIndex={-1} className={styles.root}>
      <Cards {...props} />
    </div>
  );
}

function Cards({ catalogue, tab, search, timeZone, group, onChoose, onClearSearch }: ProductGridProps) {
  const styles = useStyles();
  if (catalogue.isPending) return <SkeletonCards />;
  // Cards that were loaded before stay while the server cannot be reached.
  if (!catalogue.data) {
    return (
      <ErrorState
        title="Products could not be loaded"
        error={catalogue.error}
        onRetry={() => void catalogue.refetch()}
      >
        Scanning a unit still works.
      </ErrorState>
    );
  }
  if (catalogue.data.length === 0 && search) {
    return (
      <EmptyState
        icon={<Search24Regular />}
        title={`No product for “${search}”`}
        action={
          <Button size="till" onClick={onClearSearch}>
            Clear search
          </Button>
        }
      >
        {unitParts(search).length
          ? 'Try fewer words, or scan the barcode.'
          : 'Type 4 characters or more of a serial number or IMEI.'}
      </EmptyState>
    );
  }
  if (catalogue.data.length === 0) {
    return (
      <EmptyState icon={<Box24Regular />} title={tab === 'frequent' ? 'No sales yet' : 'No products yet'}>
        {tab === 'frequent'
          ? 'What this store sells most within 30 days shows here.'
          : 'Products show here once they are in the catalogue.'}
      </EmptyState>
    );
  }
  return (
    <div className={styles.grid} role="group" aria-label="Products" onKeyDown={walkCards}>
      {catalogue.data.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          timeZone={timeZone}
          group={group}
          isTabStop={index === 0}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}
