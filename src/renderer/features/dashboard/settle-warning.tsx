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

/** Says how many drafts have payments although an item of theirs is not held any more. */
export function DepositWarning({ figures }: { figures: DashboardFigures | undefined }) {
  const count = figures?.deposits_not_held ?? 0;
  if (count === 0) return null;
  return (
    <WarningNote>
      {count === 1
        ? '1 draft: paid, item no longer held. '
        : `${countText(count)} drafts: paid, item no longer held. `}
      <OpenLink to="/transactions?status=draft">Show drafts</OpenLink>
    </WarningNote>
  );
}
