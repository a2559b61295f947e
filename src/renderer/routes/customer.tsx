import { makeStyles } from '@fluentui/react-components';
import { Edit20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { customers, type Customer } from '#contract/customers.ts';
import { seesAllStores } from '#domain/roles.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import { useZoneNamed, useZonesOf } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerFigures } from '#renderer/features/customers/customer-figures.tsx';
import { CustomerInformation } from '#renderer/features/customers/customer-information.tsx';
import { noCustomer } from '#renderer/features/customers/customer-skeleton.tsx';
import { CustomerTransactions } from '#renderer/features/customers/customer-transactions.tsx';
import { LoyaltyLedger } from '#renderer/features/customers/loyalty-ledger.tsx';
import { PointsDialog } from '#renderer/features/customers/points-dialog.tsx';
import type { PointsAction } from '#renderer/features/customers/points-menu.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { asForm } from '#renderer/lib/use-return.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useTabAddress } from '#renderer/lib/use-tab-address.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  tabs: { padding: '0 18px', borderBottom: `1px solid ${palette.hairline}` },
});

type TabName = 'information' | 'transactions' | 'loyalty';
const tabs: readonly [Tab<TabName>, ...Tab<TabName>[]] = [
  { value: 'information', label: 'Information' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'loyalty', label: 'Loyalty' },
];

/** /customers/:customerId: one customer with purchases and points. */
export function CustomerPage() {
  const back = { to: useBackToList('/customers'), label: 'Customers' };
  const query = useAddressed('customerId', (customerId) => read(customers.get, { params: { customerId } }));
  return (
    <Loaded back={back} query={query} {...noCustomer}>
      {(customer) => <CustomerDetail key={customer.id} customer={customer} back={back} />}
    </Loaded>
  );
}

function CustomerDetail({ customer, back }: { customer: Customer; back: BackTo }) {
  const styles = useStyles();
  const { store, staff, may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const address = useTabAddress(tabs);
  const [adjusting, setAdjusting] = useState<PointsAction | null>(null);
  const zones = zonesOf(store);
  const zoneOf = useZonesOf();
  const zoneNamed = useZoneNamed();
  const lists = {
    customerId: customer.id,
    page: address.page,
    onPage: address.turnTo,
    linkTo: may('transactions.view') ? (transactionId: number) => `/transactions/${transactionId}` : null,
  };
  return (
    <Page>
      <DetailHeader
        back={back}
        title={customer.name}
        badge={<GroupBadge group={customer.customer_group} />}
        line={`${customer.phone} · Customer since ${formatDate(storeDate(customer.created_at, zones))}`}
        actions={{
          primary: may('customers.edit') && {
            label: 'Edit Customer',
            icon: <Edit20Regular />,
            onClick: () => void navigate(`/customers/${customer.id}/edit`, { state: asForm(state) }),
          },
        }}
      />
      <CustomerFigures
        customer={customer}
        timeZone={zones}
        zoneNamed={zoneNamed}
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
            <CustomerInformation customer={customer} timeZone={zones} zoneNamed={zoneNamed} />
          ) : null}
          {address.tab === 'transactions' ? (
            <CustomerTransactions {...lists} ownStoresOnly={!seesAllStores(staff.role)} zoneOf={zoneOf} />
          ) : null}
          {address.tab === 'loyalty' ? (
            <LoyaltyLedger {...lists} timeZone={zones} zoneNamed={zoneNamed} />
          ) : null}
        </div>
      </Card>
      {adjusting ? (
        <PointsDialog action={adjusting} customer={customer} onClose={() => setAdjusting(null)} />
      ) : null}
    </Page>
  );
}
