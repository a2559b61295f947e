import { makeStyles, ProgressBar } from '@fluentui/react-components';
import { useId } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';
import { countText } from './import-text.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'baseline', gap: '16px', marginBottom: '8px' },
  percent: { ...type.body, ...tabular, margin: '0 0 0 auto', color: palette.text2 },
  hint: { ...type.meta, margin: '8px 0 0', color: palette.text3 },
});

/** Shows how far the server is while it checks or imports a file. */
export function ImportProgress({ record }: { record: ImportRecord }) {
  const styles = useStyles();
  const id = useId();
  const { state, progress, total_rows, good_rows, made_rows } = record;
  const isChecking = state === 'checking';
  return (
    <Card>
      <div className={styles.row}>
        <Text as="p" id={id} size="bodyStrong" tone="text1">
          {isChecking
            ? `Checking ${countText(total_rows, 'row')}`
            : state === 'undoing'
              ? `Taking back ${countText(made_rows, 'row')}`
              : `Importing ${countText(good_rows, 'row')}`}
        </Text>
        <p className={styles.percent}>{progress} %</p>
      </div>
      <ProgressBar value={progress / 100} thickness="large" aria-labelledby={id} />
      <p className={styles.hint}>
        {isChecking
          ? 'Nothing is imported yet.'
          : 'You can leave this page: it goes on by itself, also when the server is restarted. Tills go on selling.'}
      </p>
    </Card>
  );
}
