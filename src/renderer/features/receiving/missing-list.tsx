import { makeStyles } from '@fluentui/react-components';
import type { ExpectedSerial } from '#contract/receiving.ts';
import { numberLines, unitsText } from '#domain/units.ts';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { ...type.label, color: palette.text2 },
  summary: { cursor: 'pointer' },
  list: {
    maxHeight: '160px',
    overflowY: 'auto',
    margin: '4px 0 0',
    padding: '0 0 0 18px',
    overflowWrap: 'anywhere',
  },
});

/** `SN F2LX… · iPhone 17, 256 GB`. */
export const announcedText = (row: ExpectedSerial): string =>
  [
    ...numberLines(row),
    ...(row.product_variation
      ? [`${row.product_variation.product_name}, ${row.product_variation.name}`]
      : []),
  ].join(' · ');

/** Lists announced units that did not come, collapsed at first. */
export function MissingList({ missing }: { missing: readonly ExpectedSerial[] }) {
  const styles = useStyles();
  return (
    <details className={styles.root}>
      <summary className={styles.summary}>{unitsText(missing.length)} announced and still missing</summary>
      <ul className={styles.list} tabIndex={0} aria-label="Announced and still missing">
        {missing.map((row) => (
          <li key={row.id}>{announcedText(row)}</li>
        ))}
      </ul>
    </details>
  );
}
