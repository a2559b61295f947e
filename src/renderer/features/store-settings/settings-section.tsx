import { makeStyles } from '@fluentui/react-components';
import { ErrorCircle12Filled } from '@fluentui/react-icons';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    padding: `20px ${sizes.cardSide}`,
    ':not(:first-child)': { borderTop: `1px solid ${palette.hairline}` },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    [windows.low]: { paddingTop: '8px', paddingBottom: '12px' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '32px',
    marginBottom: '12px',
    [windows.low]: { marginBottom: '4px' },
    [windows.phone]: { flexWrap: 'wrap', rowGap: '4px' },
  },
  side: { marginLeft: 'auto', [windows.phone]: { flexBasis: '100%', marginLeft: '-12px' } },
  links: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '20px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  link: {
    ...type.bodyStrong,
    lineHeight: '28px',
    borderRadius: '4px',
    color: palette.link,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  error: {
    ...type.metaStrong,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    margin: '8px 0 0',
    color: palette.danger,
  },
});

/** The sections in their order, each with the id that its link leads to. */
const sections = {
  'Operating Hours': 'hours',
  'Payment Methods': 'payment-methods',
  'Store Features': 'features',
  Shifts: 'shifts',
  'Sell without the server': 'offline-sales',
  'Trade-ins': 'trade-ins',
  'Other Settings': 'other',
  Receipts: 'receipts',
} as const;

type SettingsSectionProps = {
  title: keyof typeof sections;
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
      id={sections[title]}
      // Takes the focus from its link: Tab goes on from there.
      tabIndex={-1}
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

/** Moves the focus to a section, whose first field Tab reaches next. */
function goTo(event: MouseEvent, id: string) {
  event.preventDefault();
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** Links to the sections, so that no one has to pass all days of the week by Tab. */
export function SettingsNav() {
  const styles = useStyles();
  return (
    <nav aria-label="On this page">
      <ul className={styles.links}>
        {Object.entries(sections).map(([title, id]) => (
          <li key={id}>
            <a className={styles.link} href={`#${id}`} onClick={(event) => goTo(event, id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
