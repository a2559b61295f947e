import { useQuery } from '@tanstack/react-query';
import { Add20Regular, ReceiptMoney24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { tills } from '#contract/shifts.ts';
import type { ZReading } from '#contract/z-readings.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { readingColumns, readingName } from '#renderer/features/shifts/reading-columns.tsx';
import { ReadingFilters } from '#renderer/features/shifts/shift-filters.tsx';
import { useShiftsOff } from '#renderer/features/shifts/shifts-off.tsx';
import { TakeZDialog } from '#renderer/features/shifts/take-z-dialog.tsx';
import { read } from '#renderer/lib/read.ts';
import { hasNothing, useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { lists } from './lists.ts';

/** /z-readings: the tills' days, each closed for good by its reading. */
export function ZReadingsPage() {
  const { store } = useSignedIn();
  const navigate = useNavigate();
  const notify = useNotify();
  const today = useToday(zonesOf(store));
  const list = useList(...lists.zReadings);
  const off = useShiftsOff();
  const known = useQuery(read(tills.list));
  const [isTaking, setTaking] = useState(false);
  const open = (taken: readonly ZReading[]) => {
    const last = taken.at(-1);
    if (taken.length > 1) notify.success(`${taken.length} Z readings taken`);
    if (last) void navigate(`/z-readings/${last.id}`, { state: list.linkState });
  };
  // Days of before the shifts were turned off may still be due.
  const hasTills = !off || (known.data?.data ?? []).length > 0;
  const take = {
    label: 'Take Z reading',
    icon: <Add20Regular />,
    disabledReason: known.data ? null : 'The tills are not loaded yet',
    onClick: () => known.data && setTaking(true),
  };
  return (
    <ListScreen
      title="Z Readings"
      line="One reading for each till and day. It cannot be changed."
      actions={{ primary: hasTills ? take : null }}
      list={list}
      filters={hasNothing(list) ? null : <ReadingFilters list={list} today={today} />}
      columns={readingColumns(zonesOf(store))}
      nameOf={readingName}
      pageOf={(row) => `/z-readings/${row.id}`}
      empty={{
        icon: <ReceiptMoney24Regular />,
        title: 'No Z readings yet',
        text: 'Close the shifts of a till, then take the Z reading of its day.',
        ...off,
      }}
      notFound={{ text: 'Choose another till or other days, or clear the filters.' }}
    >
      {isTaking && known.data ? (
        <TakeZDialog tills={known.data.data} onTaken={open} onClose={() => setTaking(false)} />
      ) : null}
    </ListScreen>
  );
}
