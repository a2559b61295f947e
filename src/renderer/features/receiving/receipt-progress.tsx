import { makeStyles } from '@fluentui/react-components';
import { remainingTexts } from '#domain/receiving.ts';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'baseline', gap: '8px 16px', flexWrap: 'wrap' },
  of: { ...type.body, color: palette.text3, marginLeft: '8px', letterSpacing: 0 },
  side: { ...type.label, ...tabular, margin: '0 0 0 auto', color: palette.text3 },
});

const useBarStyles = makeStyles({
  track: { height: '8px', borderRadius: '4px', backgroundColor: palette.fill, overflow: 'hidden' },
  low: { height: '4px' },
  done: { height: '100%', backgroundColor: '#2F8F57' },
});

export function Bar({ count, of, low = false }: { count: number; of: number; low?: boolean }) {
  const styles = useBarStyles();
  const percent = of === 0 ? 100 : Math.min(100, (count / of) * 100);
  return (
    <div className={`${styles.track} ${low ? styles.low : ''}`} aria-hidden="true">
      <div className={styles.done} style={{ width: `${percent}%` }} />
    </div>
  );
}

/** How many of the remaining units are scanned or counted. */
export function ReceiptProgress(props: { count: number; remaining: number; received: number }) {
  const styles = useStyles();
  return (
    <Stack gap={8} fixed>
      <div className={styles.row}>
        <Text as="p" size="figure" figures tone="text1">
          {props.count}
          <span className={styles.of}>{remainingTexts(props.remaining).ofThem}</span>
        </Text>
        {props.received > 0 ? <p className={styles.side}>{props.received} received before</p> : null}
      </div>
      <Bar count={props.count} of={props.remaining} />
    </Stack>
  );
}
