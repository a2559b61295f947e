import { useQuery } from '@tanstack/react-query';
import { Cart20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { dashboard } from '#contract/dashboard.ts';
import { sellsAtTill } from '#domain/store-rules.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { hoursText, hoursOn } from '#domain/store-hours.ts';
import { storeDate, storeHour, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { InvoicesWarning } from '#renderer/features/dashboard/invoices-warning.tsx';
import { BackupsWarning } from '#renderer/features/dashboard/backups-warning.tsx';
import { ClockWarning } from '#renderer/features/dashboard/clock-warning.tsx';
import { DashboardFigures } from '#renderer/features/dashboard/dashboard-figures.tsx';
import { FirstSteps, useFirstSteps } from '#renderer/features/dashboard/first-steps.tsx';
import { LatestTransactions } from '#renderer/features/dashboard/latest-transactions.tsx';
import { DashboardGrid, DashboardPair } from '#renderer/features/dashboard/dashboard-grid.tsx';
import { QuickActions } from '#renderer/features/dashboard/quick-actions.tsx';
import { SalesByHour } from '#renderer/features/dashboard/sales-by-hour.tsx';
import { DepositWarning, SettleWarning } from '#renderer/features/dashboard/settle-warning.tsx';
import { StoresToday } from '#renderer/features/dashboard/stores-today.tsx';
import { read } from '#renderer/lib/read.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { TopProducts } from '#renderer/ui/top-products.tsx';

const NOON = 12;
const EVENING = 18;

function greeting(hour: number): string {
  if (hour < NOON) return 'Good morning';
  return hour < EVENING ? 'Good afternoon' : 'Good evening';
}

/** Home: a greeting for everybody, and the store's figures for those who may see them. */
export function DashboardPage() {
  const { staff, store, may, mayHere } = useSignedIn();
  const navigate = useNavigate();
  const openedAt = useOpenedAt();
  const query = useQuery({
    ...read(dashboard.figures),
    enabled: may('dashboard.view'),
  });
  const now = query.data?.now ?? openedAt;
  const hours = hoursOn(now, { ...store, hours: store.settings?.hours ?? null });
  const isAdmin = staff.role === 'admin';
  const steps = useFirstSteps({ isAdmin, may });
  const firstName = staff.name.split(' ')[0] ?? staff.name;
  const maySell = mayHere('transactions.create') && sellsAtTill(store);
  const actions = {
    maySell,
    mayReview: may('transactions.view'),
    mayAddCustomers: mayHere('customers.create'),
    mayTransfer: !maySell && may('inventory.transfer'),
    mayCount: !maySell && mayHere('inventory.edit'),
    mayFindUnits: !maySell && may('inventory.view'),
  };
  return (
    <Page>
      <PageHeader
        title={`${greeting(storeHour(now, zonesOf(store)))}, ${firstName}`}
        line={[
          store.name,
          formatDate(storeDate(now, zonesOf(store))),
          ...(store.settings ? [hoursText(hours).replaceAll(' ', '\u00a0')] : []),
        ].join(' · ')}
        actions={{
          primary: maySell && {
            label: 'Open Point of Sale',
            icon: <Cart20Regular />,
            onClick: () => void navigate('/pos'),
          },
        }}
      />
      {isAdmin ? <BackupsWarning timeZone={zonesOf(store)} /> : null}
      {steps ? <FirstSteps store={store} done={steps} isAdmin={isAdmin} may={may} /> : null}
      {steps === undefined ? null : query.isError ? (
        <Card flush>
          <ErrorState
            title="Figures could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Card>
      ) : may('dashboard.view') ? (
        <>
          <ClockWarning figures={query.data} timeZone={zonesOf(store)} />
          <InvoicesWarning figures={query.data} timeZone={zonesOf(store)} />
          <SettleWarning figures={query.data} />
          <DepositWarning figures={query.data} />
          <DashboardFigures
            figures={query.data}
            timeZone={zonesOf(store)}
            seesStock={may('inventory.view')}
          />
          <DashboardGrid
            wide={<SalesByHour figures={query.data} timeZone={zonesOf(store)} hours={hours} />}
            narrow={
              <QuickActions
                {...actions}
                isLoading={!query.data}
                waiting={query.data?.waiting}
                balances={query.data?.balances}
              />
            }
          />
          <DashboardPair>
            {may('transactions.view') ? (
              <LatestTransactions figures={query.data} timeZone={zonesOf(store)} />
            ) : null}
            <TopProducts
              products={query.data?.top_products}
              surface="dashboard"
              note="Today"
              linkTo={may('products.view') ? (productId) => `/products/${productId}` : null}
            />
          </DashboardPair>
          {may('transactions.all') ? <StoresToday seesStock={may('inventory.view')} /> : null}
        </>
      ) : (
        <QuickActions {...actions} />
      )}
    </Page>
  );
}
