import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { AuditEntry } from '#contract/audit.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { PHONE, useMedia } from '#renderer/ui/use-media.ts';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: { ...type.metaStrong, padding: '0 12px 8px 0', color: palette.text2, textAlign: 'left' },
  cell: {
    ...type.body,
    padding: '8px 12px 8px 0',
    borderTop: `1px solid ${palette.rowLine}`,
    color: palette.text1,
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  /** Above its two values, which would break in columns of a third. */
  what: {
    ...type.metaStrong,
    padding: '8px 0 0',
    borderTop: `1px solid ${palette.rowLine}`,
    color: palette.text2,
    textAlign: 'left',
  },
  below: { paddingTop: '2px', borderTop: 'none' },
});

type Props = {
  entry: AuditEntry;
  timeZone: Zones;
  zoneNamed: (text: string) => string;
  onClose: () => void;
};

/** Lists every field that an audit event changed, with its old and new value. */
export function ChangesDialog({ entry, timeZone, zoneNamed, onClose }: Props) {
  const styles = useStyles();
  const isPhone = useMedia(PHONE);
  const { what, subject, staff, at, changes } = entry;
  const by = [staff?.name, zoneNamed(formatInstant(at, timeZone))].filter(Boolean).join(' · ');
  return (
    <DialogShell
      open
      title={subject ? `${what} · ${subject.name}` : what}
      onClose={onClose}
      line={by}
      foot={
        <Button size="till" onClick={onClose}>
          Close
        </Button>
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {['What', 'Before', 'After'].slice(isPhone ? 1 : 0).map((head) => (
              <th key={head} scope="col" className={styles.head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {isPhone ? (
          changes.map((change) => (
            <tbody key={change.what}>
              <tr>
                <th colSpan={2} scope="rowgroup" className={styles.what}>
                  {change.what}
                </th>
              </tr>
              <tr>
                <td className={mergeClasses(styles.cell, styles.below)}>
                  <WholeText>{change.before}</WholeText>
                </td>
                <td className={mergeClasses(styles.cell, styles.below)}>
                  <WholeText>{change.after}</WholeText>
                </td>
              </tr>
            </tbody>
          ))
        ) : (
          <tbody>
            {changes.map((change) => (
              <tr key={change.what}>
                <td className={styles.cell}>{change.what}</td>
                <td className={styles.cell}>
                  <WholeText>{change.before}</WholeText>
                </td>
                <td className={styles.cell}>
                  <WholeText>{change.after}</WholeText>
                </td>
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </DialogShell>
  );
}
