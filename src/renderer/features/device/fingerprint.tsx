import { makeStyles } from '@fluentui/react-components';
import { fingerprintGroups } from '#domain/fingerprint.ts';
import { Text } from '#renderer/ui/text.tsx';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { margin: 0, minWidth: 0 },
  value: {
    display: 'grid',
    gridTemplateColumns: 'repeat(8, max-content)',
    gap: '2px 10px',
    margin: '4px 0 0',
    padding: '10px 12px',
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text1,
    fontFamily: "'DejaVu Mono', 'DejaVu Sans Mono', ui-monospace, monospace",
    fontSize: '13px',
    lineHeight: '20px',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'repeat(4, max-content)' },
  },
});

/** Shows a certificate's fingerprint in groups of four, as two people compare it aloud. */
export function Fingerprint({ label, value }: { label: string; value: string }) {
  const styles = useStyles();
  return (
    <dl className={styles.root}>
      <Text as="dt" size="label" tone="text3">
        {label}
      </Text>
      <dd className={styles.value}>
        {fingerprintGroups(value).map((group, place) => (
          // Groups repeat; their places are unique.
          <span key={place}>{group}</span>
        ))}
      </dd>
    </dl>
  );
}
