import { makeStyles } from '@fluentui/react-components';
import { ErrorCircle12Filled } from '@fluentui/react-icons';
import { useId, type ReactNode } from 'react';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    padding: `20px ${sizes.cardSide}`,
    ':not(:first-child)': { borderTop: `1px solid ${palette.hairline}` },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '32px',
    marginBottom: '12px',
    [windows.phone]: { flexWrap: 'wrap', rowGap: '4px' },
  },
  side: { marginLeft: 'auto', [windows.phone]: { flexBasis: '100%', marginLeft: '-12px' } },
  error: {
    ...type.metaStrong,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    margin: '8px 0 0',
    color: palette.danger,
  },
});

type SettingsSectionProps = {
  title: string;
  side?: ReactNode;
  /** An error about the whole section. */
  error?: string | undefined;
  children: ReactNode;
};

/** A titled section of the settings; its error stands below. */
export function SettingsSection({ title, side, error, children }: SettingsSectionProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className={styles.root}
    >
      <div className={styles.head}>
        <Text as="h2" id={id} size="cardTitle" tone="text1">
          {title}
        </Text>
        {side ? <div className={styles.side}>{side}</div> : null}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          <ErrorCircle12Filled aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
