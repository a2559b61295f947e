import type { Supplier } from '#contract/suppliers.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { FactList } from '#renderer/ui/fact-list.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';

const dash = <MutedText>–</MutedText>;

export function SupplierInformation({ supplier, timeZone }: { supplier: Supplier; timeZone: Zones }) {
  const { email } = supplier;
  return (
    <Card flush title="Information" side={`Created ${formatDate(storeDate(supplier.created_at, timeZone))}`}>
      <FactList
        columns={4}
        facts={[
          { label: 'Contact person', value: supplier.contact_person ?? dash },
          { label: 'Email', value: email === null ? dash : <EmailText address={email} /> },
          { label: 'Phone', value: supplier.phone ?? dash, figures: true },
          { label: 'Payment terms', value: supplier.payment_terms ?? dash },
          { label: 'Address', value: supplier.address ?? dash, long: true },
          { label: 'Notes', value: supplier.notes ?? dash, long: true },
        ]}
      />
    </Card>
  );
}
