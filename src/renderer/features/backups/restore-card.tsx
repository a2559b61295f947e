import { makeStyles } from '@fluentui/react-components';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  steps: {
    ...type.body,
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    paddingLeft: '20px',
    color: palette.text1,
  },
  command: {
    display: 'block',
    marginTop: '8px',
    padding: '10px 12px',
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  /** Read in two halves it would be another one. */
  option: { whiteSpace: 'nowrap' },
});

/** How to get the shop back; it is worth printing. */
export function RestoreCard({ place }: { place: string }) {
  const styles = useStyles();
  return (
    <Card title="Restore">
      <Stack gap={12}>
        <ol className={styles.steps}>
          <li>Install Tindahan on the new computer, and do not set up a shop.</li>
          <li>
            Have the key at hand, and run this in its folder:
            <code className={styles.command}>
              <span className={styles.option}>npm run server --</span>{' '}
              <span className={styles.option}>--restore</span> {`"${place}"`}
            </code>
          </li>
          <li>
            It asks for the key, checks the copy, and says from when it is: at most the last minute is
            missing.
          </li>
          <li>Start the server, and let every till connect for a minute before anybody sells.</li>
        </ol>
        <Text as="p" size="label" tone="text3">
          An earlier moment: add <span className={styles.option}>--until "2026-11-26 14:30"</span>.
        </Text>
      </Stack>
    </Card>
  );
}
