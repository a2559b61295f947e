import type { DashboardFigures } from '#contract/dashboard.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { WarningNote } from '#renderer/ui/warning-note.tsx';

type Props = { figures: DashboardFigures | undefined; timeZone: Zones };

/** Says that a till had printed later invoices than the server knew, as after an old copy of its data was put back. */
export function InvoicesWarning({ figures, timeZone }: Props) {
  if (!figures || figures.invoices_behind === null) return null;
  const { at, last_known } = figures.invoices_behind;
  const when = `${formatDate(storeDate(at, timeZone))}, ${formatTime(at, timeZone)}`;
  const told =
    last_known === null
      ? 'an invoice, and the server knew none'
      : `a later invoice than ${last_known}, the last one that the server knew`;
  return (
    <WarningNote>
      {`On ${when}, a till told of ${told}. Sales are missing here, as after an old copy of the data was put back. New invoices go on after the one that the till knew. Tell whoever looks after the server.`}
    </WarningNote>
  );
}
