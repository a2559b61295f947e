import { makeStyles } from '@fluentui/react-components';
import {
  Delete20Regular,
  Edit20Regular,
  Prohibited20Regular,
  Settings20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { calendarDate } from '#contract/codecs.ts';
import { PERFORMANCE_DAYS_MAX, stores, type StoreDetail } from '#contract/stores.ts';
import { addDays, countDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { DeactivateStoreDialog } from '#renderer/features/stores/deactivate-store-dialog.tsx';
import { noStore } from '#renderer/features/stores/no-store.tsx';
import { ActiveBadge, TypeBadge } from '#renderer/features/stores/store-badges.tsx';
import { StoreOverview } from '#renderer/features/stores/store-overview.tsx';
import { ComparedDays, type PerformanceDays } from '#renderer/features/stores/sales-summary.tsx';
import { StorePerformance } from '#renderer/features/stores/store-performance.tsx';
import { StoreStaff } from '#renderer/features/stores/store-staff.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { asForm } from '#renderer/lib/use-return.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useTabAddress } from '#renderer/lib/use-tab-address.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DateRangeFilter } from '#renderer/ui/date-range-filter.tsx';
import { DeleteDialog } from '#renderer/ui/delete-dialog.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';

const useStyles = makeStyles({
  tabs: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '16px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  panel: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
});

type TabName = 'overview' | 'performance' | 'staff';
const overview = { value: 'overview', label: 'Overview' } as const;

const productPath = (productId: number) => `/products/${productId}`;

/** Days of performance shown at first. */
const DAYS_SHOWN = 14;

/** /stores/:storeId: one store with its sales and its people. */
export function StorePage() {
  const back = { to: useBackToList('/stores'), label: 'Stores' };
  const query = useAddressed('storeId', (storeId) => read(stores.get, { params: { storeId } }));
  return (
    <Loaded back={back} query={query} {...noStore}>
      {(store) => <StoreView key={store.id} store={store} back={back} />}
    </Loaded>
  );
}

const dateIn = (params: URLSearchParams, name: string): CalendarDate | undefined =>
  calendarDate.safeParse(params.get(name)).data;

/** Reads the days in an address; the last two weeks if they are missing or invalid. */
function daysIn(params: URLSearchParams, today: CalendarDate): PerformanceDays {
  const [from, to] = [dateIn(params, 'from'), dateIn(params, 'to')];
  const isRange = from !== undefined && to !== undefined && from <= to;
  if (isRange && countDays(from, to) <= PERFORMANCE_DAYS_MAX) return { from, to };
  return { from: addDays(today, 1 - DAYS_SHOWN), to: today };
}

function StoreView({ store, back }: { store: StoreDetail; back: BackTo }) {
  const styles = useStyles();
  const { staff, may } = useSignedIn();
  const isOwn = staff.store_ids.includes(store.id);
  const seesSales = may('transactions.view');
  const tabs: [Tab<TabName>, ...Tab<TabName>[]] = [
    overview,
    ...(isOwn && seesSales ? [{ value: 'performance' as const, label: 'Performance' }] : []),
    ...(isOwn ? [{ value: 'staff' as const, label: 'Staff' }] : []),
  ];
  const address = useTabAddress(tabs);
  const today = useToday(zonesOf(store));
  const days = daysIn(address.params, today);
  const isOnePane = useMedia(ONE_PANE);
  const chosenDays =
    address.tab === 'performance' ? (
      <Row gap={12} align="center" justify="end" wraps>
        <ComparedDays storeId={store.id} timeZone={zonesOf(store)} days={days} />
        <DateRangeFilter
          range={{ start: days.from, end: days.to }}
          today={today}
          longest={PERFORMANCE_DAYS_MAX}
          onChange={({ start, end }) => start && end && address.keep({ from: start, to: end })}
        />
      </Row>
    ) : null;
  return (
    <Page>
      <StoreHeader store={store} back={back} isOwn={isOwn} />
      {tabs.length > 1 ? (
        <div className={styles.tabs}>
          <TabList
            id="store"
            label="About the store"
            tabs={tabs}
            value={address.tab}
            onChange={address.open}
          />
          {isOnePane ? null : chosenDays}
        </div>
      ) : null}
      {isOnePane ? chosenDays : null}
      <div className={styles.panel} {...(tabs.length > 1 ? tabPanelProps('store', address.tab) : {})}>
        {address.tab === 'overview' ? (
          <StoreOverview
            store={store}
            isOwn={isOwn}
            seesSales={seesSales}
            clears={isOwn && !store.is_active && may('stores.manage')}
          />
        ) : null}
        {address.tab === 'performance' ? (
          <StorePerformance
            storeId={store.id}
            timeZone={zonesOf(store)}
            days={days}
            linkTo={may('products.view') ? productPath : null}
          />
        ) : null}
        {address.tab === 'staff' ? (
          <Card flush>
            <StoreStaff
              storeId={store.id}
              timeZone={zonesOf(store)}
              page={address.page}
              onPage={address.turnTo}
              linkTo={(id) => `/staff/${id}`}
            />
          </Card>
        ) : null}
      </div>
    </Page>
  );
}

/** True if nothing that is counted was ever at a store; the server knows of the rest. */
const isUnused = (store: StoreDetail) =>
  store.primary_staff_count === 0 &&
  store.additional_staff_count === 0 &&
  store.inventory_items_count === 0 &&
  (store.transactions_count ?? 0) === 0;

function StoreHeader({ store, back, isOwn }: { store: StoreDetail; back: BackTo; isOwn: boolean }) {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [isDeactivating, setDeactivating] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const remove = useRouteMutation(stores.delete, { failed: 'Failed to delete store' });
  const goTo = (page: string) => () => void navigate(`/stores/${store.id}/${page}`, { state: asForm(state) });
  const isOpen = isOwn && store.is_active;
  const manages = isOpen && may('stores.manage');
  return (
    <>
      <DetailHeader
        back={back}
        title={store.name}
        badge={
          <>
            <TypeBadge store={store} />
            <ActiveBadge store={store} />
          </>
        }
        line={store.code}
        actions={{
          secondary: [
            isOpen &&
              may('stores.settings') && {
                label: 'Settings',
                icon: <Settings20Regular />,
                onClick: goTo('settings'),
              },
          ],
          more: [
            isOwn &&
              may('stores.manage') &&
              isUnused(store) && {
                label: 'Delete',
                icon: <Delete20Regular />,
                danger: true,
                onClick: () => setDeleting(true),
              },
            manages && {
              label: 'Deactivate',
              icon: <Prohibited20Regular />,
              danger: true,
              onClick: () => setDeactivating(true),
            },
          ],
          primary: manages && { label: 'Edit', icon: <Edit20Regular />, onClick: goTo('edit') },
        }}
      />
      {isDeleting ? (
        <DeleteDialog
          name={store.name}
          consequence={`${store.name} was never used. It is deleted for good, and its code ${store.code} is free again.`}
          onDelete={async (onError) => {
            const done = await remove.run({ params: { storeId: store.id } }, onError);
            if (done) await navigate('/stores', { replace: true });
            return done;
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      {isDeactivating ? <DeactivateStoreDialog store={store} onClose={() => setDeactivating(false)} /> : null}
    </>
  );
}
