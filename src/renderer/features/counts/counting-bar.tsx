import { makeStyles } from '@fluentui/react-components';
import { NumberSymbol20Regular } from '@fluentui/react-icons';
import { useLayoutEffect, useState } from 'react';
import type { ScannedBarcode, StockCount } from '#contract/counts.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import { verdictOf } from './count-text.ts';
import { QuantityDialog } from './quantity-dialog.tsx';
import { useCounting, type LastScan } from './use-counting.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
  entry: { display: 'flex', gap: '12px', alignItems: 'center' },
  field: { flexGrow: 1, minWidth: 0 },
});

const verdictFor = (last: LastScan, timeZone: string): Verdict =>
  'failed' in last ? { tone: 'bad', what: last.code, outcome: last.failed } : verdictOf(last.scan, timeZone);

/** What whoever scanned until now is told in the place of the scan field. */
function overVerdict({ status, ended_by }: StockCount): Verdict {
  const outcome = status === 'cancelled' ? 'cancelled' : 'closed';
  return {
    tone: 'warning',
    what: `This count was ${outcome}${ended_by ? ` by ${ended_by.name}` : ''}`,
    outcome: 'Scans are not counted any more',
  };
}

/** A scan that still comes is refused by the server, aloud: whoever scans looks at the goods. */
function LateScans({ take }: { take: (code: string) => void }) {
  useLayoutEffect(() => takeScans(take), [take]);
  return null;
}

type CountingBarProps = {
  count: StockCount;
  timeZone: string;
  /** Whoever ended it needs not be told. */
  isOwnEnd: boolean;
};

/** Counts by scanner, and by number what has nothing to scan; says so when somebody ends the count meanwhile. */
export function CountingBar({ count, timeZone, isOwnEnd }: CountingBarProps) {
  const styles = useStyles();
  const isOpen = count.status === 'open';
  const [wasOpen] = useState(isOpen);
  const [entering, setEntering] = useState<{ variation: ScannedBarcode | null } | null>(null);
  const { take, last, forget } = useCounting(count.id, (variation) => setEntering({ variation }));
  if (!wasOpen || (!isOpen && isOwnEnd)) return null;
  return (
    <div className={styles.root}>
      {isOpen ? (
        <div className={styles.entry}>
          <div className={styles.field}>
            <ScanField onCode={take} />
          </div>
          <Button
            size="till"
            icon={<NumberSymbol20Regular />}
            onClick={() => setEntering({ variation: null })}
          >
            Enter a number
          </Button>
        </div>
      ) : (
        <>
          <LateScans take={take} />
          <ScanVerdict verdict={overVerdict(count)} />
        </>
      )}
      {isOpen && last ? <ScanVerdict verdict={verdictFor(last, timeZone)} /> : null}
      {entering ? (
        <QuantityDialog
          countId={count.id}
          variation={entering.variation}
          onClose={() => {
            setEntering(null);
            // What a barcode asked for is answered.
            if (entering.variation) forget();
          }}
        />
      ) : null}
    </div>
  );
}
