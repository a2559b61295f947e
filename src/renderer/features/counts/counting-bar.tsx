import { makeStyles } from '@fluentui/react-components';
import { NumberSymbol20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import {
  counts,
  type CountBreakdown,
  type CountScan,
  type ScannedBarcode,
  type StockCount,
} from '#contract/counts.ts';
import { type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import { read } from '#renderer/lib/read.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useWaitingScans } from '#renderer/lib/use-waiting-scans.ts';
import type { WaitingScan } from '#renderer/lib/waiting-scans.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict, type Verdict } from '#renderer/ui/scan-verdict.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { PHONE, useMedia } from '#renderer/ui/use-media.ts';
import { UntakenScans } from '#renderer/ui/untaken-scans.tsx';
import { verdictOf } from './count-text.ts';
import { QuantityDialog } from './quantity-dialog.tsx';

/** The last scan: its result, or why it could not be saved. */
type LastScan = { scan: CountScan } | { code: string; failed: string };

const COUNTED_AS = { found: 'found', unexpected: 'unexpected', sold_meanwhile: 'sold' } as const;

/** Returns the count after the reader's own scan; the figures of all people are asked for every few seconds. */
function withScan(
  count: StockCount,
  { outcome, counted_by, counted_at }: CountScan,
  own: number,
): StockCount {
  const { progress } = count;
  if (outcome === 'already_counted' || outcome === 'unknown' || outcome === 'barcode') return count;
  const kind = COUNTED_AS[outcome];
  const missing =
    progress.missing === undefined ? {} : { missing: progress.missing - Number(kind === 'found') };
  const isOwn = ({ staff }: StockCount['people'][number]) => staff.id === counted_by.id;
  const product_type = count.people.find(isOwn)?.product_type ?? null;
  return {
    ...count,
    progress: { ...progress, own, [kind]: progress[kind] + 1, ...missing },
    people: [
      ...count.people.filter((person) => !isOwn(person)),
      { staff: counted_by, units: own, last_at: counted_at, product_type },
    ],
  };
}

/**
 * Saves scans one after another, however fast they come; a sound tells whether one needs a look. The barcode of a
 * product without serial numbers goes to `onBarcode`, which asks for a quantity.
 */
function useCounting(
  { id: countId }: StockCount,
  onScan: (scan: CountScan) => void,
  onBarcode: (variation: ScannedBarcode) => void,
) {
  const { staff } = useSignedIn();
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LastScan | null>(null);
  const { queryKey } = read(counts.get, { params: { countId } });
  const send = async ({ code, key }: WaitingScan) => {
    const input = { params: { countId }, body: { codes: [code] } };
    const { data, own } = await api.counts.scan(input, { key });
    const [scan] = data;
    if (!scan) return;
    // An answer to a request sent before this scan would not include it.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<StockCount>(queryKey, (shown) => shown && withScan(shown, scan, own));
    setLast({ scan });
    onScan(scan);
    const { outcome, variation } = scan;
    if (outcome === 'found') soundDone();
    else if (variation && !variation.product.requires_serial) onBarcode(variation);
    else soundError();
  };
  const onFailed = (code: string, failed: string) => {
    setLast({ code, failed });
    // The count may have been ended meanwhile.
    void queryClient.invalidateQueries({ queryKey });
  };
  const scans = useWaitingScans({ name: `count.${staff.id}.${countId}`, send, onFailed });
  return { ...scans, last, forget: () => setLast(null) };
}

const ENTER = 'Enter a number';

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

/** Tells how many units of the last scan's product are counted. */
function OfProduct({ last, product }: { last: LastScan; product: CountBreakdown['product'] }) {
  if (!product || 'failed' in last || last.scan.unit?.product_id !== product.id) return null;
  return (
    <Text as="div" size="label" tone="text2" right figures>
      <Text size="figure" tone="text1">
        {product.found.toLocaleString('en-PH')}
      </Text>{' '}
      of {(product.found + product.missing).toLocaleString('en-PH')}
      <Text block>this product so far</Text>
    </Text>
  );
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
  onScan: (scan: CountScan) => void;
  /** The progress of the product that was scanned last, for those who may see it. */
  product: CountBreakdown['product'];
};

/** Counts by scanner, and by quantity what cannot be scanned; says so if another person ends the count meanwhile. */
export function CountingBar({ count, timeZone, isOwnEnd, onScan, product }: CountingBarProps) {
  const styles = useStyles();
  const isPhone = useMedia(PHONE);
  const isOpen = count.status === 'open';
  const [wasOpen] = useState(isOpen);
  // Several barcodes that waited for the server are asked about one after another.
  const [asked, setAsked] = useState<readonly (ScannedBarcode | null)[]>([]);
  const ask = (variation: ScannedBarcode | null) =>
    setAsked((others) => (others.some((one) => one?.id === variation?.id) ? others : [...others, variation]));
  const { take, last, forget, waiting, refused, forgetRefused } = useCounting(count, onScan, ask);
  const [entering] = asked;
  const untaken = <UntakenScans waiting={waiting} refused={refused} onForget={forgetRefused} />;
  // Scans that were kept here may be refused only now.
  if (!wasOpen || (!isOpen && isOwnEnd)) return untaken;
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
            label={isPhone ? ENTER : undefined}
            onClick={() => ask(null)}
          >
            {isPhone ? undefined : ENTER}
          </Button>
        </Row>
      ) : (
        <>
          <LateScans take={take} />
          <ScanVerdict verdict={overVerdict(count)} />
        </>
      )}
      {isOpen && last ? (
        <ScanVerdict
          verdict={verdictFor(last, timeZone)}
          actions={<OfProduct last={last} product={product} />}
        />
      ) : null}
      {untaken}
      {entering !== undefined ? (
        <QuantityDialog
          key={entering?.id ?? 0}
          countId={count.id}
          variation={entering}
          onClose={() => {
            setAsked(([, ...others]) => others);
            // The verdict of the scanned barcode is settled with its dialog.
            if (entering) forget();
          }}
        />
      ) : null}
    </Stack>
  );
}
