import type { StockCount } from '#contract/counts.ts';
import { countText } from '#domain/count-text.ts';
import { CountLine, type Counted } from '#renderer/ui/count-line.tsx';
import { Row, Spread, Stack } from '#renderer/ui/layout.tsx';
import { PartsBar } from '#renderer/ui/parts-bar.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { countColors } from '#renderer/ui/theme.ts';

/** Returns the figures beside the progress; what is missing only for those who may see it. */
function figuresOf({ status, progress }: StockCount, missingSoFar: number | undefined): Counted[] {
  const { found, unexpected, sold, unknown, quantities, missing } = progress;
  const isBlind = missing === undefined;
  const lost = status === 'open' ? missingSoFar : missing;
  const isAny = (figure: Counted) => figure.count !== 0;
  return [
    ...(isBlind ? [{ label: 'Counted by all', count: found, color: countColors.found }] : []),
    ...(lost === undefined || status === 'cancelled'
      ? []
      : [
          {
            label: status === 'open' ? 'Missing so far' : 'Missing',
            count: lost,
            color: countColors.missing,
          },
        ]),
    ...[
      { label: 'Sold meanwhile', count: sold, color: countColors.sold },
      { label: 'Not expected', count: unexpected, color: countColors.unexpected },
      { label: 'Unknown codes', count: unknown },
      { label: 'Numbers entered', count: quantities },
    ].filter(isAny),
  ];
}

type CountProgressProps = {
  count: StockCount;
  /** The number of missing units whose product was partly found; undefined while it loads. */
  missingSoFar: number | undefined;
};

/** Shows how far a count is; what is expected and missing only to those who may see that. */
export function CountProgress({ count, missingSoFar }: CountProgressProps) {
  const { found, sold, own, missing, expected } = count.progress;
  const all = missing === undefined ? undefined : found + sold + missing;
  const isOpen = count.status === 'open';
  // The others of those in stock have no code, and are counted by a number.
  const coded = expected !== undefined && all !== undefined && expected > all ? ' with a code' : '';
  const soFar = isOpen ? (missingSoFar ?? 0) : (missing ?? 0);
  const rest = (missing ?? 0) - soFar;
  const parts = [
    { key: 'found', count: found, color: countColors.found },
    { key: 'missing', count: soFar, color: countColors.missing },
    { key: 'sold', count: sold, color: countColors.sold },
    { key: 'rest', count: rest, color: 'transparent' },
  ];
  return (
    <Stack as="section" gap={8} aria-label="Progress">
      <Spread gap={8} align="baseline" wraps>
        <Row gap={8} align="baseline" wraps>
          <Text size="figure" tone="text1" figures>
            {countText(all === undefined ? own : found)}
          </Text>
          <Text tone="text2">
            {all === undefined
              ? 'scanned by you'
              : `of ${countText(all)} ${all === 1 ? 'unit' : 'units'}${coded} counted`}
          </Text>
          {all ? (
            <Text size="label" tone="text3" figures>
              {`${Math.floor((found / all) * 100)}%`}
            </Text>
          ) : null}
        </Row>
        <CountLine label="What was scanned" counts={figuresOf(count, missingSoFar)} />
      </Spread>
      {all === undefined ? null : <PartsBar hasTrack parts={parts} />}
    </Stack>
  );
}
