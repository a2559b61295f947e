import { makeStyles } from '@fluentui/react-components';
import { Edit20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Customer } from '#contract/customers.ts';
import { ApiError } from '#contract/errors.ts';
import { seesAllStores } from '#domain/permissions.ts';
import { formatDate, storeDate } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerFigures } from '#renderer/features/customers/customer-figures.tsx';
import { CustomerHeader } from '#renderer/features/customers/customer-header.tsx';
import { CustomerInformation } from '#renderer/features/customers/customer-information.tsx';
import {
  CustomerNotFound,
  CustomerNotLoaded,
  CustomerSkeleton,
} from '#renderer/features/customers/customer-states.tsx';
import { CustomerTransactions } from '#renderer/features/customers/customer-transactions.tsx';
import { LoyaltyLedger } from '#renderer/features/customers/loyalty-ledger.tsx';
import { PointsDialog } from '#renderer/features/customers/points-dialog.tsx';
import type { PointsWish } from '#renderer/features/customers/points-menu.tsx';
import { useCustomer } from '#renderer/features/customers/use-customers.ts';
import { useBackToList } from '#renderer/lib/use-address.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  tabs: { padding: '0 18px', borderBottom: `1px solid ${palette.hairline}` },
});

type TabName = 'information' | 'transactions' | 'loyalty';
const tabs: readonly Tab<TabName>[] = [
  { value: 'information', label: 'Information' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'loyalty', label: 'Loyalty' },
];

/** /customers/:customerId: one customer, what they bought and their points. */
export function CustomerPage() {
  const { may } = useSignedIn();
  const { customerId } = useParams();
  if (!may('customers.view')) return <Navigate to="/dashboard" replace />;
  return <LoadedCustomer key={customerId} id={Number(customerId)} />;
}

function LoadedCustomer({ id }: { id: number }) {
  const backTo = useBackToList('/customers');
  const isAddress = Number.isSafeInteger(id) && id > 0;
  const query = useCustomer(id, { enabled: isAddress });
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  if (!isAddress || isMissing) return <CustomerNotFound backTo={backTo} />;
  if (query.data) return <CustomerDetail customer={query.data} backTo={backTo} />;
  if (!query.isError) return <CustomerSkeleton backTo={backTo} />;
  return <CustomerNotLoaded backTo={backTo} onRetry={() => void query.refetch()} />;
}

/** Which tab is open, and which page of it, stands in the address; the way back to the list is kept. */
function useTabAddress() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const page = Number(params.get('page'));
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'information';
  const put = (name: TabName, number: number) =>
    setParams(
      {
        ...(name === 'information' ? {} : { tab: name }),
        ...(number > 1 ? { page: String(number) } : {}),
      },
      { replace: true, state },
    );
  return {
    tab,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    open: (name: TabName) => put(name, 1),
    turnTo: (number: number) => put(tab, number),
  };
}

function CustomerDetail({ customer, backTo }: { customer: Customer; backTo: string }) {
  const styles = useStyles();
  const { store, stores, staff, may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const address = useTabAddress();
  const [adjusting, setAdjusting] = useState<PointsWish | null>(null);
  const { timezone } = store;
  const lists = {
    customerId: customer.id,
    page: address.page,
    onPage: address.turnTo,
    linkTo: may('transactions.view') ? (transactionId: number) => `/transactions/${transactionId}` : null,
  };
  return (
    <Page>
      <CustomerHeader
        back={{ to: backTo, label: 'Customers' }}
        title={customer.name}
        badge={<GroupBadge onTint group={customer.customer_group} />}
        line={`${customer.phone} · Customer since ${formatDate(storeDate(customer.created_at, timezone))}`}
        actions={
          may('customers.edit') ? (
            <Button
              appearance="primary"
              icon={<Edit20Regular />}
              onClick={() => void navigate(`/customers/${customer.id}/edit`, { state })}
            >
              Edit Customer
            </Button>
          ) : undefined
        }
      />
      <CustomerFigures
        customer={customer}
        timeZone={timezone}
        onPoints={may('loyalty.adjust') ? setAdjusting : null}
      />
      <Card flush>
        <div className={styles.tabs}>
          <TabList
            id="customer"
            label="About the customer"
            tabs={tabs}
            value={address.tab}
            onChange={address.open}
          />
        </div>
        <div {...tabPanelProps('customer', address.tab)}>
          {address.tab === 'information' ? (
            <CustomerInformation customer={customer} timeZone={timezone} />
          ) : null}
          {address.tab === 'transactions' ? (
            <CustomerTransactions
              {...lists}
              ownStoresOnly={!seesAllStores(staff.role)}
              zoneOf={(storeId) => stores.find((other) => other.id === storeId)?.timezone ?? timezone}
            />
          ) : null}
          {address.tab === 'loyalty' ? <LoyaltyLedger {...lists} timeZone={timezone} /> : null}
        </div>
      </Card>
      {adjusting ? (
        <PointsDialog wish={adjusting} customer={customer} onClose={() => setAdjusting(null)} />
      ) : null}
    </Page>
  );
}
