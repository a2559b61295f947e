import { ArrowUndo20Regular, Warning20Regular } from '@fluentui/react-icons';
import type { TransferItem } from '#contract/transfers.ts';
import { formatTime, type Zones } from '#domain/store-time.ts';
import { unitLabel, whereItShouldBe } from '#domain/transfers.ts';
import { Button } from '#renderer/ui/button.tsx';
import { states } from '#renderer/ui/state-badge.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import type { LastScan } from './use-unpacking.ts';

const named = (item: TransferItem) => ({
  what: `${item.product_name}, ${item.variation_name}`,
  code: unitLabel(item),
});

function seenBy({ scanned_by, scanned_at }: TransferItem, timeZone: Zones): string {
  if (scanned_by === null || scanned_at === null) return '';
  return ` by ${scanned_by.name}, ${formatTime(scanned_at, timeZone)}`;
}

const withoutUnit = (outcome: LastScan['outcome']): string =>
  outcome === 'barcode'
    ? 'A product’s barcode, and no unit without a number is expected by it. Scan the unit’s own code'
    : 'No unit has this code';

function verdictOf({ item, ...scan }: LastScan, timeZone: Zones): Verdict {
  if (scan.outcome === 'failed') return { tone: 'bad', what: scan.code, outcome: scan.text };
  if (item === null) return { tone: 'bad', what: scan.code, outcome: withoutUnit(scan.outcome) };
  const unit = named(item);
  switch (scan.outcome) {
    case 'scanned':
      return { tone: 'good', ...unit, outcome: `Scanned${seenBy(item, timeZone)}` };
    case 'again':
      return { tone: 'warning', ...unit, outcome: `Already scanned${seenBy(item, timeZone)}` };
    case 'all_scanned':
      return {
        tone: 'warning',
        ...unit,
        outcome: 'All that were sent of it are scanned. Set this one aside',
      };
    case 'extra':
    case 'barcode':
    case 'unknown': {
      const where = item.place === null ? '' : ` · ${whereItShouldBe(item.place)}`;
      return { tone: 'warning', ...unit, outcome: `Not in this transfer${where}. Set it aside` };
    }
    case 'settled':
      return {
        tone: 'warning',
        ...unit,
        outcome: `Settled already: ${states.transferred[item.state].label.toLowerCase()}`,
      };
  }
}

type LastScanPanelProps = {
  scan: LastScan;
  timeZone: Zones;
  busy: boolean;
  onUndo: (item: TransferItem) => void;
  onDamaged: (item: TransferItem) => void;
};

/** The outcome of the last scan, with the actions on its unit. */
export function LastScanPanel({ scan, timeZone, busy, onUndo, onDamaged }: LastScanPanelProps) {
  const { item, outcome } = scan;
  const isOpen = item !== null && (item.state === 'in_transit' || item.state === 'extra');
  return (
    <ScanVerdict
      verdict={verdictOf(scan, timeZone)}
      actions={
        isOpen && (outcome === 'scanned' || outcome === 'extra') ? (
          <>
            <Button icon={<ArrowUndo20Regular />} disabled={busy} onClick={() => onUndo(item)}>
              Undo
            </Button>
            {outcome === 'scanned' ? (
              <Button icon={<Warning20Regular />} disabled={busy} onClick={() => onDamaged(item)}>
                Mark damaged
              </Button>
            ) : null}
          </>
        ) : null
      }
    />
  );
}
