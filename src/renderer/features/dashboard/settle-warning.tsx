import type { DashboardFigures } from '#contract/dashboard.ts';
import { countText } from '#domain/count-text.ts';
import { OpenLink } from '#renderer/ui/open-card.tsx';
import { WarningNote } from '#renderer/ui/warning-note.tsx';

/** Says how many sales that tills made without the server wait for a manager. */
export function SettleWarning({ figures }: { figures: DashboardFigures | undefined }) {
  const count = figures?.sales_to_settle ?? 0;
  if (count === 0) return null;
  return (
    <WarningNote>
      {count === 1
        ? 'Of a sale that was made without the server, something is not clear. '
        : `Of ${countText(count)} sales that were made without the server, something is not clear. `}
      <OpenLink to="/transactions/to-settle">Settle {count === 1 ? 'it' : 'them'}</OpenLink>
    </WarningNote>
  );
}
