import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTrending24Regular, Print20Regular } from '@fluentui/react-icons';
import { Navigate } from 'react-router-dom';
import type { DailyReport } from '#contract/payments.ts';
import type { Store } from '#contract/stores.ts';
import { dailyReportSlip, hasFigures } from '#domain/daily-report.ts';
import { formatDate, formatTime, storeDate, type CalendarDate } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CashCard } from '#renderer/features/reports/cash-card.tsx';
import { HoursCard } from '#renderer/features/reports/hours-card.tsx';
import { PaymentsCard } from '#renderer/features/reports/payments-card.tsx';
import { ReportFigures } from '#renderer/features/reports/report-figures.tsx';
import { ReportFilters } from '#renderer/features/reports/report-filters.tsx';
import { ReportGrid } from '#renderer/features/reports/report-grid.tsx';
import { api } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { useNow } from '#renderer/lib/relative-time.ts';
import { useAddress } from '#renderer/lib/use-address.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';

/** /reports: what a store's day came to. */
export function ReportsPage() {
  const { may } = useSignedIn();
  const maySee = may('reports.view') || may('payments.review');
  return maySee ? <DailyReportPage /> : <Navigate to="/dashboard" replace />;
}

/** The day that an address names; without one, with none that exists, or with one to come: today. */
function dateIn(params: URLSearchParams, today: CalendarDate): CalendarDate {
  const asked = params.get('date') ?? '';
  const parsed = new Date(asked);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(`${asked}T`);
  return exists && asked <= today ? asked : today;
}

function useDailyReport(storeId: number, date: CalendarDate, today: CalendarDate) {
  return useQuery({
    queryKey: queryKeys.dailyReport(storeId, date),
    queryFn: ({ signal }) => api.payments.dailyReport({ query: { date, store_id: storeId } }, { signal }),
    staleTime: freshness.reports,
    refetchInterval: date === today ? freshness.reports : false,
    placeholderData: keepPreviousData,
  });
}

/** `MNL-01-000101 to MNL-01-000138`. */
function invoiceWords({ first_invoice, last_invoice }: DailyReport): string | null {
  if (first_invoice === null) return null;
  return first_invoice === last_invoice
    ? `Invoice ${first_invoice}`
    : `Invoices ${first_invoice} to ${last_invoice}`;
}

function DailyReportPage() {
  const { staff, store: ownStore, stores } = useSignedIn();
  const { shop_name } = useChainSettings();
  const { params, change } = useAddress();
  const print = useSlipPrinting();
  const now = useNow();
  const store = stores.find(({ id }) => id === Number(params.get('store'))) ?? ownStore;
  const today = storeDate(now, store.timezone);
  const date = dateIn(params, today);
  const query = useDailyReport(store.id, date, today);
  const report = query.data;
  const isShown = report !== undefined && !query.isPlaceholderData;
  const invoices = isShown ? invoiceWords(report) : null;
  const asOf = isShown && date === today ? `as of ${formatTime(report.generated_at, store.timezone)}` : null;

  const printReport = (shown: DailyReport, of: Store) =>
    void print(
      dailyReportSlip(shown, {
        shop_name,
        store: { name: of.name, address: of.address, phone: of.phone },
        printed_at: Date.now(),
        time_zone: of.timezone,
        staff_name: staff.name,
      }),
    );
  return (
    <Page>
      <PageHeader
        title="Daily report"
        line={[store.name, formatDate(date), asOf, invoices].filter(Boolean).join(' · ')}
        actions={
          <Button
            appearance="primary"
            icon={<Print20Regular />}
            disabledReason={isShown ? null : 'The report is not loaded yet'}
            onClick={() => isShown && printReport(report, store)}
          >
            Print
          </Button>
        }
      />
      <ReportFilters
        date={date}
        today={today}
        stores={stores.length > 1 ? stores : null}
        storeId={store.id}
        onDate={(wanted) => change({ date: wanted === today ? null : wanted })}
        onStore={(wanted) => change({ store: wanted === ownStore.id ? null : String(wanted) })}
      />
      {query.isError && !isShown ? (
        <Card flush>
          <ErrorState title="The report could not be loaded" onRetry={() => void query.refetch()}>
            The server did not answer. If it happens again, check the store’s connection.
          </ErrorState>
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
          wide={<PaymentsCard report={report} />}
          narrow={<CashCard report={report} />}
          foot={<HoursCard report={report} />}
        />
      )}
    </Page>
  );
}
