import { makeStyles } from '@fluentui/react-components';
import { NumberSymbol20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { counts, type CountScan, type ScannedBarcode, type StockCount } from '#contract/counts.ts';
import { ApiError } from '#contract/errors.ts';
import { type Zones } from '#domain/store-time.ts';
import { api, keyOf } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useThrottled } from '#renderer/lib/use-throttled.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import { verdictOf } from './count-text.ts';
import { QuantityDialog } from './quantity-dialog.tsx';

/** The last scan: its result, or why it could not be saved. */
type LastScan = { scan: CountScan } | { code: string; failed: string };

/** Milliseconds; the lists are asked for again at most this often while scans come in. */
const FOLLOWED = 1000;

const textOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'The server could not be reached. Scan it again';

const COUNTED_AS = { found: 'found', unexpected: 'unexpected', sold_meanwhile: 'sold' } as const;

/** Returns the count after the reader's own scan; the figures of all people are asked for every few seconds. */
function withScan(count: StockCount, { outcome }: CountScan, own: number): StockCount {
  const { progress } = count;
  if (outcome === 'already_counted' || outcome === 'unknown' || outcome === 'barcode') return count;
  const kind = COUNTED_AS[outcome];
  const missing =
    progress.missing === undefined ? {} : { missing: progress.missing - Number(kind === 'found') };
  return { ...count, progress: { ...progress, own, [kind]: progress[kind] + 1, ...missing } };
}

/**
 * Saves scans one after another, however fast they come; a sound tells whether one needs a look. The barcode of a
 * product without serial numbers goes to `onBarcode`, which asks for a quantity.
 */
function useCounting(countId: number, onBarcode: (variation: ScannedBarcode) => void) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);
  const { queryKey } = read(counts.get, { params: { countId } });
  const follow = useThrottled(() => {
    const [module, name] = keyOf(counts.scans);
    void queryClient.invalidateQueries({ queryKey: [module, name] });
  }, FOLLOWED);

  const work = async (code: string) => {
    try {
      const input = { params: { countId }, body: { codes: [code] } };
      const { data, own } = await api.counts.scan(input, { key: crypto.randomUUID() });
      const [scan] = data;
      if (!scan) return;
      // An answer to a request sent before this scan would not include it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<StockCount>(queryKey, (shown) => shown && withScan(shown, scan, own));
      setLast({ scan });
      const { outcome, variation } = scan;
      if (outcome === 'found') soundDone();
      else if (variation && !variation.product.requires_serial) onBarcode(variation);
      else soundError();
      follow();
    } catch (error) {
      setLast({ code, failed: textOf(error) });
      soundError();
      // The count may have been ended meanwhile.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  const latest = useLatest(work);
  const [take] = useState(() =>
    createScanQueue((code: string) => latest.current(code), soundError, Number.POSITIVE_INFINITY),
  );
  return { take, last, forget: () => setLast(null) };
}

const useStyles = makeStyles({
  field: { flexGrow: 1, minWidth: 0 },
});

const verdictFor = (last: LastScan, timeZone: Zones): Verdict =>
  'failed' in last ? { tone: 'bad', what: last.code, outcome: last.failed } : verdictOf(last.scan, timeZone);

/** Returns the verdict that replaces the scan field once the count has ended. */
function overVerdict({ status, ended_by }: StockCount): Verdict {
  const outcome = status === 'cancelled' ? 'cancelled' : 'closed';
  return {
    tone: 'warning',
    what: `This count was ${outcome}${ended_by ? ` by ${ended_by.name}` : ''}`,
    outcome: 'Scans are not counted any more',
  };
}

/** Late scans are still sent: the server refuses them with a sound, as the person scanning looks at the goods. */
function LateScans({ take }: { take: (code: string) => void }) {
  useLayoutEffect(() => takeScans(take), [take]);
  return null;
}

type CountingBarProps = {
  count: StockCount;
  timeZone: Zones;
  /** True if the reader ended the count and needs no notice. */
  isOwnEnd: boolean;
};

/** Counts by scanner, and by quantity what cannot be scanned; says so if another person ends the count meanwhile. */
export function CountingBar({ count, timeZone, isOwnEnd }: CountingBarProps) {
  const styles = useStyles();
  const isOpen = count.status === 'open';
  const [wasOpen] = useState(isOpen);
  const [entering, setEntering] = useState<{ variation: ScannedBarcode | null } | null>(null);
  const { take, last, forget } = useCounting(count.id, (variation) => setEntering({ variation }));
  if (!wasOpen || (!isOpen && isOwnEnd)) return null;
  return (
    <Stack gap={16}>
      {isOpen ? (
        <Row gap={12} align="center">
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
        </Row>
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
            // The verdict of the scanned barcode is settled with its dialog.
            if (entering.variation) forget();
          }}
        />
      ) : null}
    </Stack>
  );
}
