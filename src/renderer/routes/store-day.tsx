import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarDay24Regular, DataTrending20Regular } from '@fluentui/react-icons';
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { RouteInput } from '#contract/define-route.ts';
import type { Store } from '#contract/stores.ts';
import { zReadings, type StoreDay } from '#contract/z-readings.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { DayTotals } from '#renderer/features/shifts/day-totals.tsx';
import {
  hasEntries,
  MethodsCard,
  NoTillsCard,
  OutsideCard,
  TillDayCard,
} from '#renderer/features/shifts/till-day-card.tsx';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useListAddress } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DayChooser } from '#renderer/ui/day-chooser.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { FilterBar } from '#renderer/ui/filter-bar.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const useStyles = makeStyles({
  day: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  /** Dimmed while another day loads. */
  stale: { opacity: 0.5 },
});

type DayQuery = RouteInput<typeof zReadings.day>['query'];

function useStoreDay(date: CalendarDate, today: CalendarDate) {
  return useQuery({
    ...read(zReadings.day, { query: { date } }),
    refetchInterval: date === today ? freshness.reports : false,
    placeholderData: keepPreviousData,
  });
}

const isEmpty = ({ tills, total }: StoreDay) => tills.length === 0 && !hasEntries(total);

/** /store-day: the store's closing of a day on one page, till by till, beside the daily report. */
export function StoreDayPage() {
  const navigate = useNavigate();
  const { store, mayHere } = useSignedIn();
  const { query: asked, change } = useListAddress<DayQuery>(zReadings.day.query);
  const today = useToday(zonesOf(store));
  // A future day has no figures.
  const date = asked.date !== undefined && asked.date <= today ? asked.date : today;
  const query = useStoreDay(date, today);
  const day = query.data;
  const isShown = day !== undefined && !query.isPlaceholderData;
  return (
    <Page>
      <PageHeader
        title="Store Day"
        line={store.name}
        actions={{
          secondary: [
            {
              label: 'Daily report',
              icon: <DataTrending20Regular />,
              onClick: () => void navigate(`/reports?date=${date}`),
            },
          ],
        }}
      />
      <FilterBar label="Store day">
        <DayChooser
          date={date}
          today={today}
          onDate={(wanted) => change({ date: wanted === today ? null : wanted })}
        />
      </FilterBar>
      {query.isError && !isShown ? (
        <Card flush>
          <ErrorState
            title="The day could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Card>
      ) : isShown && isEmpty(day) ? (
        <NoDay date={date} today={today} store={store} />
      ) : (
        <Day
          day={day}
          stale={query.isPlaceholderData}
          timeZone={zonesOf(store)}
          noTills={(figures) => (
            <NoTillsCard
              figures={figures}
              storeName={store.name}
              keepsShifts={store.shifts.enabled}
              settingsPath={mayHere('stores.settings') ? `/stores/${store.id}/settings` : null}
            />
          )}
        />
      )}
    </Page>
  );
}

function NoDay({ date, today, store }: { date: CalendarDate; today: CalendarDate; store: Store }) {
  return (
    <Card flush>
      <EmptyState
        icon={<CalendarDay24Regular />}
        title={date === today ? 'No shift and no sale yet today' : 'Nothing happened on this day'}
      >
        {store.shifts.enabled
          ? `No shift was open at ${store.name}, and nothing was sold. Choose another day above.`
          : `${store.name} keeps no shifts, and nothing was sold. Choose another day above.`}
      </EmptyState>
    </Card>
  );
}

type DayProps = {
  day: StoreDay | undefined;
  stale: boolean;
  timeZone: Zones;
  /** Shown where the day has no till. */
  noTills: (outside: StoreDay['outside']) => ReactNode;
};

function Day({ day, stale, timeZone, noTills }: DayProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.day, stale && styles.stale)} aria-busy={stale || !day}>
      <DayTotals day={day} />
      {day ? (
        <>
          {day.tills.map((till) => (
            <TillDayCard key={till.till.id} day={till} date={day.date} timeZone={timeZone} />
          ))}
          {day.tills.length === 0 ? (
            noTills(day.outside)
          ) : hasEntries(day.outside) ? (
            <OutsideCard figures={day.outside} />
          ) : null}
          <MethodsCard figures={day.total} />
        </>
      ) : (
        <Skeleton height={240} />
      )}
    </div>
  );
}
