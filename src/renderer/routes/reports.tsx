import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTrending24Regular, Print20Regular } from '@fluentui/react-icons';
import type { RouteInput } from '#contract/define-route.ts';
import { payments, type DailyReport } from '#contract/payments.ts';
import { dailyReportSlip, hasFigures } from '#domain/daily-report.ts';
import { formatDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { formatTime, zonesOf } from '#domain/store-time.ts';
import { storeChoice, useReadableStores, type ReadableStore } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { CashCard } from '#renderer/features/reports/cash-card.tsx';
import { HoursCard } from '#renderer/features/reports/hours-card.tsx';
import { PaymentsCard } from '#renderer/features/reports/payments-card.tsx';
import { ReportFigures } from '#renderer/features/reports/report-figures.tsx';
import { ReportFilters } from '#renderer/features/reports/report-filters.tsx';
import { ReportGrid } from '#renderer/features/reports/report-grid.tsx';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { useListAddress } from '#renderer/lib/use-list.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';

function useDailyReport(storeId: number, date: CalendarDate, today: CalendarDate) {
  return useQuery({
    ...read(payments.dailyReport, { query: { date, store_id: storeId } }),
    refetchInterval: date === today ? freshness.reports : false,
    placeholderData: keepPreviousData,
  });
}

type ReportQuery = RouteInput<typeof payments.dailyReport>['query'];

/** `MNL-01-000101 to MNL-01-000138`. */
function invoiceText({ first_invoice, last_invoice }: DailyReport): string | null {
  if (first_invoice === null) return null;
  return first_invoice === last_invoice
    ? `Invoice ${first_invoice}`
    : `Invoices ${first_invoice} to ${last_invoice}`;
}

/** /reports: the daily report of a store. */
export function ReportsPage() {
  const { store: ownStore } = useSignedIn();
  const stores = useReadableStores();
  const frame = useSlipFrame();
  const { query: asked, change } = useListAddress<ReportQuery>(payments.dailyReport.query);
  const print = useSlipPrinting();
  const store: ReadableStore = stores.find(({ id }) => id === asked.store_id) ?? ownStore;
  const today = useToday(zonesOf(store));
  // A future day has no report.
  const date = asked.date !== undefined && asked.date <= today ? asked.date : today;
  const query = useDailyReport(store.id, date, today);
  const report = query.data;
  const isShown = report !== undefined && !query.isPlaceholderData;
  const invoices = isShown ? invoiceText(report) : null;
  const asOf = isShown && date === today ? `as of ${formatTime(report.generated_at, zonesOf(store))}` : null;

  const printReport = (shown: DailyReport, of: ReadableStore) =>
    void print(dailyReportSlip(shown, frame.plain(of)));
  return (
    <Page>
      <PageHeader
        title="Daily report"
        line={[store.name, formatDate(date), asOf, invoices].filter(Boolean).join(' · ')}
        actions={{
          primary: {
            label: 'Print',
            icon: <Print20Regular />,
            disabledReason: isShown ? null : 'The report is not loaded yet',
            onClick: () => isShown && printReport(report, store),
          },
        }}
      />
      <ReportFilters
        date={date}
        today={today}
        stores={stores.length > 1 ? stores.map(storeChoice) : null}
        storeId={store.id}
        onDate={(wanted) => change({ date: wanted === today ? null : wanted })}
        onStore={(wanted) => change({ store_id: wanted === ownStore.id ? null : wanted })}
      />
      {query.isError && !isShown ? (
        <Card flush>
          <ErrorState
            title="The report could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Card>
      ) : isShown && !hasFigures(report) ? (
        <Card flush>
          <EmptyState
            icon={<DataTrending24Regular />}
            title={date === today ? 'Nothing sold yet today' : 'Nothing happened on this day'}
          >
            {`No sale, payment, void or refund at ${store.name} on ${formatDate(date)}. Choose another day above.`}
          </EmptyState>
        </Card>
      ) : (
        <ReportGrid
          stale={query.isPlaceholderData}
          top={<ReportFigures report={report} />}
          wide={<HoursCard report={report} hours={store.settings?.hours ?? null} timeZone={zonesOf(store)} />}
          narrow={<CashCard report={report} />}
          foot={<PaymentsCard report={report} />}
        />
      )}
    </Page>
  );
}
