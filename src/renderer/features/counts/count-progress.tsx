import { makeStyles } from '@fluentui/react-components';
import type { StockCount } from '#contract/counts.ts';
import { CountLine, type Counted } from '#renderer/ui/count-line.tsx';
import { Row, Spread, Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { countColors, palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    gap: '2px',
    height: '8px',
    borderRadius: '4px',
    backgroundColor: palette.hairline,
    overflow: 'hidden',
  },
});

const number = (count: number) => count.toLocaleString('en-PH');

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
  /** What is missing of products of which others were found; undefined while it is not known. */
  missingSoFar: number | undefined;
};

/** Shows how far a count is; what is expected and missing only to those who may see that. */
export function CountProgress({ count, missingSoFar }: CountProgressProps) {
  const styles = useStyles();
  const { found, sold, own, missing } = count.progress;
  const all = missing === undefined ? undefined : found + sold + missing;
  const isOpen = count.status === 'open';
  const soFar = isOpen ? (missingSoFar ?? 0) : (missing ?? 0);
  const rest = (missing ?? 0) - soFar;
  const parts = [
    [found, countColors.found],
    [soFar, countColors.missing],
    [sold, countColors.sold],
    [rest, 'transparent'],
  ] as const;
  return (
    <Stack as="section" gap={8} aria-label="Progress">
      <Spread gap={16} align="baseline" wraps>
        <Row gap={8} align="baseline" wraps>
          <Text size="figure" tone="text1" figures>
            {number(all === undefined ? own : found)}
          </Text>
          <Text tone="text2">
            {all === undefined
              ? 'scanned by you'
              : `of ${number(all)} ${all === 1 ? 'unit' : 'units'} counted`}
          </Text>
          {all ? (
            <Text size="label" tone="text3" figures>
              {`${Math.floor((found / all) * 100)}%`}
            </Text>
          ) : null}
        </Row>
        <CountLine label="What was scanned" counts={figuresOf(count, missingSoFar)} />
      </Spread>
      {all === undefined ? null : (
        <div className={styles.bar} aria-hidden="true">
          {parts.map(([units, backgroundColor]) =>
            units > 0 ? (
              <span
                key={backgroundColor}
                style={{ flexGrow: units, flexBasis: 0, minWidth: '3px', backgroundColor }}
              />
            ) : null,
          )}
        </div>
      )}
    </Stack>
  );
}
