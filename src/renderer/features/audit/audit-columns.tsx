import { makeStyles } from '@fluentui/react-components';
import type { AuditEntry } from '#contract/audit.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { AuditEventText } from '#renderer/ui/audit-event-text.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { focusRing, palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.meta,
    display: 'block',
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: palette.link,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
});

const LONGEST = 60;
const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Shows the first change as text; a click opens all of them. */
function ChangesButton({ entry, onLook }: { entry: AuditEntry; onLook: (entry: AuditEntry) => void }) {
  const styles = useStyles();
  const [first, ...others] = entry.changes;
  if (!first) return null;
  const more = others.length ? ` and ${others.length} more` : '';
  return (
    <button type="button" className={styles.root} onClick={() => onLook(entry)}>
      {first.what}: {shorten(first.before)} → {shorten(first.after)}
      {more}
    </button>
  );
}

function EventCell({ entry, onLook }: { entry: AuditEntry; onLook: (entry: AuditEntry) => void }) {
  return (
    <AuditEventText event={entry}>
      {entry.changes.length ? <ChangesButton entry={entry} onLook={onLook} /> : null}
    </AuditEventText>
  );
}

/** The word for whoever did what no member of the staff did. */
const nobodyIn = ({ address }: AuditEntry) => (address ? 'Not signed in' : 'The server');

/** When it was done, by whom and where: the one line of a card. */
const factsOf = (row: AuditEntry, timeZone: Zones) =>
  [
    formatInstant(row.at, timeZone),
    row.staff?.name ?? nobodyIn(row),
    row.approved_by && `approved by ${row.approved_by.name}`,
    row.store?.name ?? 'Whole chain',
    row.device,
    row.address,
  ].flatMap((fact) => (fact ? [fact] : []));

/** Returns the columns of the audit log; times are in the zone of the store that is worked in, which `zoneNamed` names. */
export const auditColumns = (
  { timeZone, zoneNamed }: { timeZone: Zones; zoneNamed: (text: string) => string },
  onLook: (entry: AuditEntry) => void,
  isCard: boolean,
): readonly ListColumn<AuditEntry>[] => [
  {
    key: 'at',
    phone: 'line',
    sort: 'at',
    head: zoneNamed('When'),
    width: 'content',
    cell: (row) => (isCard ? <WholeParts parts={factsOf(row, timeZone)} /> : formatInstant(row.at, timeZone)),
  },
  {
    key: 'who',
    phone: 'hidden',
    head: 'Who',
    least: 160,
    cell: (row) => (
      <>
        {row.staff?.name ?? <MutedText>{nobodyIn(row)}</MutedText>}
        {row.approved_by ? <CellLine>Approved by {row.approved_by.name}</CellLine> : null}
      </>
    ),
  },
  { key: 'what', phone: 'title', head: 'What', cell: (row) => <EventCell entry={row} onLook={onLook} /> },
  {
    key: 'where',
    phone: 'hidden',
    head: 'Where',
    least: 140,
    cell: (row) => (
      <>
        {row.store?.name ?? <MutedText>Whole chain</MutedText>}
        {row.device || row.address ? (
          <CellLine>{[row.device, row.address].filter(Boolean).join(' · ')}</CellLine>
        ) : null}
      </>
    ),
  },
];
