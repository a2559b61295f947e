import { Mail20Regular, Print20Regular, ReceiptMoney24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { zReadings, type ZReading } from '#contract/z-readings.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { slipRows } from '#domain/slip.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { EmailReadingDialog } from '#renderer/features/shifts/email-reading-dialog.tsx';
import { ShiftsOfReading } from '#renderer/features/shifts/shifts-of-reading.tsx';
import { useShiftSlips } from '#renderer/features/shifts/use-shift-slips.ts';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Columns } from '#renderer/ui/layout.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { PrintedSlip } from '#renderer/ui/printed-slip.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const COLUMNS = 42;

/** /z-readings/:readingId: a till's day as on its slip. */
export function ZReadingPage() {
  const back = { to: useBackToList('/z-readings'), label: 'Z Readings' };
  const query = useAddressed('readingId', (readingId) => read(zReadings.get, { params: { readingId } }));
  return (
    <Loaded
      back={back}
      query={query}
      noun="Z reading"
      missing={{
        icon: <ReceiptMoney24Regular />,
        text: 'It does not exist, or belongs to another store.',
      }}
      skeleton={<Skeleton width={440} height={560} />}
    >
      {(reading) => <Reading key={reading.id} reading={reading} back={back} />}
    </Loaded>
  );
}

function Reading({ reading, back }: { reading: ZReading; back: BackTo }) {
  const { store } = useSignedIn();
  const slips = useShiftSlips();
  const [isMailing, setMailing] = useState(false);
  const { no, till, business_date, taken_at, taken_by } = reading;
  const taken = `taken by ${taken_by.name}, ${formatInstant(taken_at, zonesOf(store))}`;
  return (
    <Page>
      <DetailHeader
        back={back}
        title={`Z reading ${no}`}
        line={[till.name, formatDate(business_date), taken].join(' · ')}
        actions={{
          secondary: [{ label: 'Email', icon: <Mail20Regular />, onClick: () => setMailing(true) }],
          primary: { label: 'Print', icon: <Print20Regular />, onClick: () => void slips.printZ(reading) },
        }}
      />
      <Columns stacks="in-one-pane" columns="minmax(0, auto) minmax(0, 1fr)" gap={16} align="start">
        <PrintedSlip
          label={`Z reading ${no}`}
          rows={slipRows(slips.slipOfZ(reading), COLUMNS)}
          columns={COLUMNS}
        />
        <ShiftsOfReading shifts={reading.shifts} timeZone={zonesOf(store)} />
      </Columns>
      {isMailing ? <EmailReadingDialog reading={reading} onClose={() => setMailing(false)} /> : null}
    </Page>
  );
}
