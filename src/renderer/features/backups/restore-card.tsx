import { makeStyles } from '@fluentui/react-components';
import type { BackupPlace } from '#contract/backups.ts';
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
  line: { display: 'block' },
  /** Read in two halves it would be another one. */
  option: { whiteSpace: 'nowrap' },
});

/** The environment that tells the command of a bucket's key, but for the secret. */
const environmentOf = ({ endpoint, region, key_id }: NonNullable<BackupPlace['bucket']>) => [
  `AWS_ENDPOINT_URL=${endpoint}`,
  `AWS_REGION=${region}`,
  `AWS_ACCESS_KEY_ID=${key_id}`,
  'AWS_SECRET_ACCESS_KEY=…',
];

/** How to get the shop back; it is worth printing. */
export function RestoreCard({ place }: { place: BackupPlace | undefined }) {
  const styles = useStyles();
  const bucket = place?.bucket;
  return (
    <Card title="Restore">
      <Stack gap={12}>
        <ol className={styles.steps}>
          <li>Install Tindahan on the new computer, and do not set up a shop.</li>
          {bucket ? (
            <li>
              Set the key of the bucket in the environment:
              <code className={styles.command}>
                {environmentOf(bucket).map((line) => (
                  <span key={line} className={styles.line}>
                    {line}
                  </span>
                ))}
              </code>
            </li>
          ) : null}
          <li>
            Have the key of the backups at hand, and run this in its folder:
            <code className={styles.command}>
              <span className={styles.option}>npm run server --</span>{' '}
              <span className={styles.option}>--restore</span> {`"${place?.path ?? ''}"`}
            </code>
          </li>
          <li>
            It asks for the key, checks the copy, and says from when it is: at most the last minute is
            missing.
          </li>
          <li>It asks if this is the shop from now on. Type yes, or press Enter for a drill.</li>
          <li>Start the server, and let every till connect for a minute before anybody sells.</li>
        </ol>
        <Text as="p" size="label" tone="text3">
          An earlier moment: add <span className={styles.option}>--until "2026-11-26 14:30"</span>.
        </Text>
      </Stack>
    </Card>
  );
}
