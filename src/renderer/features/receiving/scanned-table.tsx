import { ArrowUndo20Regular, BarcodeScanner24Regular } from '@fluentui/react-icons';
import type { ExpectedSerial } from '#contract/receiving.ts';
import { unitCodeLabels } from '#domain/receiving.ts';
import { numberLines } from '#domain/units.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { CodesCell } from '#renderer/ui/unit-cells.tsx';
import { announcementOf } from './placing.ts';
import type { Line, ScannedUnit } from './receipt-draft.ts';
import type { Doubt } from './unit-doubts.ts';
import { alsoText, CLEAN, isUnchecked, type UnitMarks } from './number-checks.ts';

export type ScannedRow = {
  unit: ScannedUnit;
  line: Line | null;
  marks: UnitMarks | undefined;
  /** Why it cannot be received; empty if it can. */
  problems: readonly string[];
  /** Why it is compared with its box before it is received; null if its numbers are sure. */
  doubt: Doubt | null;
  /** True if it was open when the draft was saved, and nobody has said how to go on with it. */
  isHeld: boolean;
};

/** What is done with a unit once somebody has looked at its box. */
export type Settling = { onConfirm: (no: number) => void; onReopen: (no: number) => void };

/** Says why a unit is compared with its box, with the ways out. */
function DoubtPart({ no, doubt, settling }: { no: number; doubt: Doubt; settling: Settling | null }) {
  const [next] = doubt.lacks;
  const named = next && unitCodeLabels[next].replace(/^S/, 's');
  return (
    <>
      <StatusBadge tone="orange">{next ? 'Incomplete' : 'Check the box'}</StatusBadge>
      <CellLine tone="waiting">{doubt.text}</CellLine>
      {settling === null ? null : (
        <Row gap={8} wraps>
          {next ? (
            <Button label={`Add ${named} of unit ${no}`} onClick={() => settling.onReopen(no)}>
              {`Add ${named}`}
            </Button>
          ) : null}
          <Button
            label={next ? `Receive without it: ${named} of unit ${no}` : `Numbers match: unit ${no}`}
            onClick={() => settling.onConfirm(no)}
          >
            {next ? 'Receive without it' : 'Numbers match'}
          </Button>
        </Row>
      )}
    </>
  );
}

type StateCellProps = {
  row: ScannedRow;
  announced: readonly ExpectedSerial[];
  settling: Settling | null;
};

function StateCell({ row, announced, settling }: StateCellProps) {
  const marks = row.marks ?? CLEAN;
  const { problems } = row;
  if (problems.length > 0) {
    return (
      <>
        <StatusBadge tone="red">Cannot be received</StatusBadge>
        {problems.map((text) => (
          <CellLine key={text} tone="danger">
            {text}
          </CellLine>
        ))}
      </>
    );
  }
  const said = row.line && announcementOf(row.unit, row.line, announced);
  return (
    <>
      {isUnchecked(marks) ? (
        <>
          <StatusBadge tone="orange">Not checked</StatusBadge>
          <CellLine tone="waiting">The server could not be reached</CellLine>
        </>
      ) : row.isHeld ? (
        <>
          <StatusBadge tone="orange">Incomplete</StatusBadge>
          <CellLine tone="waiting">It was open when this page was closed</CellLine>
        </>
      ) : row.doubt ? (
        <DoubtPart no={row.unit.no} doubt={row.doubt} settling={settling} />
      ) : said ? (
        <Announcement {...said} />
      ) : (
        <StatusBadge tone={marks.asked > 0 ? 'grey' : 'green'}>
          {marks.asked > 0 ? 'Checking' : 'Ready'}
        </StatusBadge>
      )}
      {[...marks.warnings, ...(marks.alsoBy === undefined ? [] : [alsoText(marks.alsoBy)])].map((text) => (
        <CellLine key={text} tone="waiting">
          {text}
        </CellLine>
      ))}
    </>
  );
}

/** Says how a unit was announced; numbers and names, which no badge has room for, stand below it. */
function Announcement({ text, isRight }: { text: string; isRight: boolean }) {
  const isLong = text.startsWith('Announced ');
  return (
    <>
      <StatusBadge tone={isRight ? 'green' : 'orange'}>{isLong ? 'Announced otherwise' : text}</StatusBadge>
      {isLong ? <CellLine tone="waiting">{text}</CellLine> : null}
    </>
  );
}

type ScannedTableProps = {
  rows: readonly ScannedRow[];
  announced: readonly ExpectedSerial[];
  onUndo: (no: number) => void;
  /** Null where nothing can be received any more. */
  settling: Settling | null;
};

const codesOf = (unit: ScannedUnit) => ({ ...unit, product_name: '', variation_name: '' });

/** The scanned units. */
export function ScannedTable({ rows, announced, onUndo, settling }: ScannedTableProps) {
  const columns: Column<ScannedRow>[] = [
    { key: 'no', phone: 'hidden', head: 'Unit', width: 'content', cell: ({ unit }) => unit.no },
    {
      key: 'product',
      phone: 'title',
      head: 'Product',
      cell: ({ line }) =>
        line ? (
          <>
            {line.product}
            <CellLine>{line.variation}</CellLine>
          </>
        ) : (
          'Not in this order any more'
        ),
    },
    {
      key: 'codes',
      phone: 'line',
      head: 'Numbers',
      width: 'content',
      cell: ({ unit }) => <CodesCell unit={codesOf(unit)} />,
    },
    {
      key: 'state',
      head: 'Status',
      width: '27%',
      cell: (row) => <StateCell row={row} announced={announced} settling={settling} />,
    },
    {
      key: 'undo',
      head: 'Undo',
      headHidden: true,
      width: '60px',
      align: 'end',
      cell: ({ unit }) => (
        <Button
          appearance="subtle"
          icon={<ArrowUndo20Regular />}
          label={`Undo ${numberLines(unit)[0] ?? `unit ${unit.no}`}`}
          onClick={() => onUndo(unit.no)}
        />
      ),
    },
  ];
  return (
    <DataTable
      label="Scanned units"
      columns={columns}
      rows={rows}
      rowKey={({ unit }) => unit.no}
      instead={
        rows.length === 0 ? (
          <EmptyState icon={<BarcodeScanner24Regular />} title="Scan the first unit">
            The product’s barcode first, then the unit’s numbers: the serial number, the IMEI, or both, as its
            line says. No serial number? Enter the quantity.
          </EmptyState>
        ) : null
      }
    />
  );
}
