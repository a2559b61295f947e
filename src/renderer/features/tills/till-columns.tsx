import type { Till } from '#contract/shifts.ts';
import { salesOrShifts } from '#domain/offline-sales.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { versionOf, type Releases } from './choose-version.tsx';

/** Returns what waited at a till when it told so last: it may have sold without the server since. Null before it told anything. */
function toldText({ credential }: Till, timeZone: Zones): string | null {
  if (!credential || credential.told_at === null) return null;
  const { waiting, told_at } = credential;
  const what = waiting === 0 ? 'Nothing' : salesOrShifts(waiting);
  return `${what} waited on ${formatInstant(told_at, timeZone)}`;
}

/** Returns what a till told of its program last, and what it is to run; null before it told anything. */
function programText(till: Till, releases: Releases | undefined, timeZone: Zones): string | null {
  const { version, seen_at, update_error } = till;
  if (seen_at === null) return null;
  const wanted = releases ? versionOf(releases, till.id) : null;
  const next = wanted !== null && wanted !== version ? `Gets ${wanted}. ` : '';
  const told = `Told ${formatInstant(seen_at, timeZone)}`;
  return update_error === null ? `${next}${told}` : `${next}${update_error}. ${told}`;
}

/** The columns of a store's tills. */
export const tillColumns = (timeZone: Zones, releases: Releases | undefined): readonly ListColumn<Till>[] => [
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
    key: 'version',
    head: 'Version',
    cell: ({ version }) => version ?? <MutedText>Not told</MutedText>,
    line: (till) => programText(till, releases, timeZone),
  },
  {
    key: 'state',
    head: 'Status',
    width: 'content',
    cell: ({ retired_at, lost, credential, update_error }) => {
      if (retired_at !== null) return <StatusBadge tone="grey">Retired</StatusBadge>;
      if (lost !== null) return <StatusBadge tone="orange">Declared lost</StatusBadge>;
      if (update_error !== null) return <StatusBadge tone="orange">Not updated</StatusBadge>;
      return credential && credential.waiting > 0 ? (
        <StatusBadge tone="orange">Sales wait</StatusBadge>
      ) : (
        <StatusBadge tone="green">In use</StatusBadge>
      );
    },
    line: ({ retired_at, lost }) =>
      retired_at === null && lost !== null
        ? [formatInstant(lost.at, timeZone), ...(lost.by ? [`by ${lost.by.name}`] : [])].join(', ')
        : null,
  },
];
