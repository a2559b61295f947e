import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { DataTrending24Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { stores, type StorePerformance as Figures } from '#contract/stores.ts';
import { type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { windows } from '#renderer/ui/theme.ts';
import { TopProducts } from '#renderer/ui/top-products.tsx';
import { SalesByDay } from './sales-by-day.tsx';
import { SalesByHour } from './sales-by-hour.tsx';
import { SalesSummary, type PerformanceDays } from './sales-summary.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  /** Dimmed while other days load. */
  stale: { opacity: 0.5 },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 408px',
    gap: '16px',
    alignItems: 'start',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    [windows.wide]: { gridTemplateColumns: 'minmax(0, 1fr) 480px' },
  },
});

const hasFigures = ({ sales, by_day }: Figures) =>
  sales.transaction_count > 0 || by_day.some((day) => day.sales !== 0);

type StorePerformanceProps = {
  storeId: number;
  timeZone: Zones;
  days: PerformanceDays;
  /** The address of a product's page; null for people who may not open it. */
  linkTo: ((productId: number) => string) | null;
};

/** A store's sales over some days, and its best products. */
export function StorePerformance({ storeId, timeZone, days, linkTo }: StorePerformanceProps) {
  const styles = useStyles();
  const query = useQuery({
    ...read(stores.performance, { params: { storeId }, query: days }),
    placeholderData: keepPreviousData,
  });
  const figures = query.data;
  if (query.isError && !figures) {
    return (
      <Card flush>
        <ErrorState
          title="The performance could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </Card>
    );
  }
  if (!figures) {
    return (
      <div className={styles.root}>
        <LoadingNote>Loading the performance</LoadingNote>
        <Skeleton height={106} />
        <Skeleton height={280} />
      </div>
    );
  }
  if (!hasFigures(figures)) {
    return (
      <Card flush>
        <EmptyState icon={<DataTrending24Regular />} title="No performance data available">
          Nothing was sold or taken back on these days. Choose others above.
        </EmptyState>
      </Card>
    );
  }
  const isStale = query.isPlaceholderData;
  return (
    <div className={mergeClasses(styles.root, isStale && styles.stale)} aria-busy={isStale}>
      <SalesSummary figures={figures} />
      <div className={styles.columns}>
        <Stack gap={16} shrinks>
          <SalesByDay figures={figures} timeZone={timeZone} />
          <SalesByHour figures={figures} timeZone={timeZone} />
        </Stack>
        <TopProducts
          products={figures.top_products}
          surface="store"
          linkTo={linkTo}
          of={figures.products_sold}
        />
      </div>
    </div>
  );
}
