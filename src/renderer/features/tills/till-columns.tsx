import type { Till } from '#contract/shifts.ts';
import { countText } from '#domain/count-text.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';

/** Returns what a till told of its unsent sales; null before it told anything. */
function toldText({ credential }: Till, timeZone: Zones): string | null {
  if (!credential || credential.told_at === null) return null;
  const { waiting, told_at } = credential;
  const what =
    waiting === 0 ? 'Nothing waits' : `${countText(waiting)} ${waiting === 1 ? 'sale waits' : 'sales wait'}`;
  return `${what}, told ${formatInstant(told_at, timeZone)}`;
}

/** The columns of a store's tills. */
export const tillColumns = (timeZone: Zones): readonly ListColumn<Till>[] => [
  {
    key: 'name',
    head: 'Till',
    cell: ({ name }) => name,
    line: ({ is_this }) => (is_this ? 'This computer' : null),
  },
  { key: 'code', head: 'Code', width: 'content', cell: ({ code }) => code },
  {
    key: 'shift',
    head: 'Open shift',
    cell: ({ open_shift }) =>
      open_shift === null ? (
        <MutedText>None</MutedText>
      ) : (
        <TextLink to={`/shifts/${open_shift.id}`}>{open_shift.number}</TextLink>
      ),
    line: ({ open_shift }) => open_shift && `By ${open_shift.opened_by.name}`,
  },
  {
    key: 'credential',
    head: 'Sells without the server',
    cell: ({ credential }) =>
      credential === null ? (
        <MutedText>Not set up</MutedText>
      ) : (
        `Series ${credential.letter}, since ${formatInstant(credential.given_at, timeZone)}`
      ),
    line: (till) => toldText(till, timeZone),
  },
  {
    key: 'state',
    head: 'Status',
    width: 'content',
    cell: ({ retired_at, credential }) => {
      if (retired_at !== null) return <StatusBadge tone="grey">Retired</StatusBadge>;
      return credential && credential.waiting > 0 ? (
        <StatusBadge tone="orange">Sales wait</StatusBadge>
      ) : (
        <StatusBadge tone="green">In use</StatusBadge>
      );
    },
  },
];
