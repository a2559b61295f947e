import type { DashboardFigures } from '#contract/dashboard.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { WarningNote } from '#renderer/ui/warning-note.tsx';

type Props = { figures: DashboardFigures | undefined; timeZone: Zones };

/** Says that the server's clock is before the store's last sale, and what that does to new sales. */
export function ClockWarning({ figures, timeZone }: Props) {
  if (!figures || figures.last_sale_ahead === null) return null;
  const text = (at: number) => `${formatDate(storeDate(at, timeZone))}, ${formatTime(at, timeZone)}`;
  return (
    <WarningNote>
      {`The server’s clock says ${text(figures.now)}, but the last sale here was on ${text(figures.last_sale_ahead)}. Until the clock is right, new sales are dated like that one. Tell whoever looks after the server.`}
    </WarningNote>
  );
}
