import { useQuery } from '@tanstack/react-query';
import { customers, type Customer } from '#contract/customers.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, storeDate, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';

const dash = <MutedText>–</MutedText>;

type CustomerInformationProps = {
  customer: Customer;
  timeZone: Zones;
  zoneNamed: (text: string) => string;
};

/** Lists all facts about a customer. */
export function CustomerInformation({ customer, timeZone, zoneNamed }: CustomerInformationProps) {
  const { data: stats } = useQuery(read(customers.stats, { params: { customerId: customer.id } }));
  const { birthday, signup_channel: channel } = customer;
  const lastPurchase = stats?.last_transaction ?? null;
  const facts: Fact[] = [
    { label: 'Phone', value: customer.phone, figures: true },
    { label: 'Email', value: customer.email === null ? dash : <EmailText address={customer.email} /> },
    { label: 'Birthday', value: birthday === null ? dash : formatDate(birthday) },
    { label: 'Address', value: customer.address ?? dash },
    { label: 'Customer Group', value: <GroupBadge group={customer.customer_group} /> },
    {
      label: 'Signup Channel',
      value: channel ? (
        <StatusBadge tone="grey" mark="none">
          {channel.name}
        </StatusBadge>
      ) : (
        dash
      ),
    },
    { label: 'Customer Since', value: formatDate(storeDate(customer.created_at, timeZone)) },
    {
      label: 'Last Purchase',
      value: lastPurchase === null ? dash : zoneNamed(formatInstant(lastPurchase, timeZone)),
    },
    { label: 'Notes', value: customer.notes ?? dash },
  ];
  return <FactList facts={facts} />;
}
