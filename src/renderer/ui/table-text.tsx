import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wholeFacts } from './facts-line.tsx';
import { focusRing, palette, tones, type } from './theme.ts';

const useStyles = makeStyles({
  link: {
    ...type.bodyStrong,
    color: palette.link,
    borderRadius: '4px',
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  small: { ...type.metaStrong, color: palette.link },
  inText: { textDecorationLine: 'underline' },
  line: { ...type.meta, display: 'block', color: palette.text3 },
  danger: { color: palette.danger },
  waiting: { color: tones.orange[1] },
  muted: { color: palette.text3 },
  /** Takes the width of its cell and gives it none. */
  clipped: {
    display: 'block',
    width: 0,
    minWidth: '100%',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});

type TextLinkProps = {
  to: string;
  state?: unknown;
  /** True inside a smaller line. */
  small?: boolean;
  /** True among other words: colour alone would not tell it from them. */
  inText?: boolean;
  children: ReactNode;
};

/** A link in text colour: a table's first column, a customer's name. */
export function TextLink({ to, state, small = false, inText = false, children }: TextLinkProps) {
  const styles = useStyles();
  return (
    <Link
      to={to}
      state={state}
      className={mergeClasses(styles.link, small && styles.small, inText && styles.inText)}
    >
      {children}
    </Link>
  );
}

/** The second, smaller line of a cell. */
export function CellLine({ tone, children }: { tone?: 'danger' | 'waiting'; children: ReactNode }) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.line, tone && styles[tone])}>{wholeFacts(children)}</span>;
}

/** One line of a cell: long text ends in an ellipsis and is whole in the tooltip. */
export function ClippedText({ whole, children }: { whole?: string | undefined; children: string }) {
  return (
    <span className={useStyles().clipped} title={whole ?? children}>
      {children}
    </span>
  );
}

/** The text for an absent value: `Walk-in Customer`, a dash, which a card leaves out. */
export function MutedText({ children }: { children: ReactNode }) {
  return (
    <span className={useStyles().muted} data-none={children === '–' ? '' : undefined}>
      {children}
    </span>
  );
}
