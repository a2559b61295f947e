import { useQuery } from '@tanstack/react-query';
import { stores, type StoreDetail } from '#contract/stores.ts';
import { zoneText } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { FactList } from '#renderer/ui/fact-list.tsx';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SkeletonText } from '#renderer/ui/skeleton.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { LeftOpen } from './left-open.tsx';

const dash = <MutedText>–</MutedText>;
const counted = (count: number | undefined) => (count === undefined ? dash : count.toLocaleString('en-PH'));

type StoreOverviewProps = {
  store: StoreDetail;
  /** True if the store is one of the reader's: also shows today's figures and its counts. */
  isOwn: boolean;
  /** False shows a dash for sales: the reader may not see transactions. */
  seesSales: boolean;
  /** True if the reader clears what the store left open: it is inactive. */
  clears: boolean;
};

/** A store's facts, and its figures of today, or what it left open. */
export function StoreOverview({ store, isOwn, seesSales, clears }: StoreOverviewProps) {
  const now = useNow();
  return (
    <>
      {clears ? <LeftOpen storeId={store.id} /> : null}
      {isOwn ? <TodayFigures store={store} seesSales={seesSales} /> : null}
      <Card title="Details" flush>
        <FactList
          columns={4}
          facts={[
            { label: 'Code', value: store.code },
            { label: 'Phone', value: store.phone ?? dash, figures: true },
            { label: 'Address', value: store.address ?? dash, long: true },
            { label: 'Email', value: store.email === null ? dash : <EmailText address={store.email} /> },
            { label: 'Timezone', value: zoneText(store, now) },
          ]}
        />
      </Card>
      {isOwn ? (
        <Card title="Counts" flush>
          <FactList
            columns={4}
            facts={[
              { label: 'Primary staff', value: counted(store.primary_staff_count), figures: true },
              { label: 'Additional staff', value: counted(store.additional_staff_count), figures: true },
              { label: 'Inventory items', value: counted(store.inventory_items_count), figures: true },
              { label: 'Total transactions', value: counted(store.transactions_count), figures: true },
            ]}
          />
        </Card>
      ) : null}
    </>
  );
}

function TodayFigures({ store, seesSales }: Pick<StoreOverviewProps, 'store' | 'seesSales'>) {
  const { data, isError } = useQuery({
    ...read(stores.performance, { params: { storeId: store.id }, query: {} }),
    enabled: seesSales,
  });
  const missing = seesSales && !isError ? <SkeletonText width={120} /> : dash;
  const foot = isError
    ? 'Could not be loaded'
    : seesSales
      ? 'Net of voids and refunds'
      : 'For those who see sales';
  return (
    <FigureRow>
      <FigureCard
        label="Today's Sales"
        figure={data ? <MoneyText amount={data.sales.total} surface="store" /> : missing}
        foot={foot}
      />
      <FigureCard
        label="Transactions"
        figure={data ? counted(data.sales.transaction_count) : missing}
        foot="Today"
      />
      <FigureCard
        label="Available Items"
        figure={counted(store.available_items_count)}
        foot="In stock, not in a cart"
      />
    </FigureRow>
  );
}
