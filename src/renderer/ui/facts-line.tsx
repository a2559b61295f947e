import { makeStyles } from '@fluentui/react-components';
import { Fragment, type ReactNode } from 'react';

/** Pixels between two facts, with the dot in the middle. */
const BETWEEN = 13;

const useStyles = makeStyles({
  whole: { whiteSpace: 'nowrap' },
  /** Cuts off what stands left of a line: the dot before its first fact. */
  line: {
    display: 'block',
    marginLeft: `-${BETWEEN}px`,
    clipPath: `inset(-4px -4px -4px ${BETWEEN - 3}px)`,
  },
  fact: { display: 'inline-block', position: 'relative', marginLeft: `${BETWEEN}px`, maxWidth: '100%' },
  dot: { position: 'absolute', left: `-${BETWEEN}px`, width: `${BETWEEN}px`, textAlign: 'center' },
});

/**
 * Moments, spans of time, ratings, names with a dash, and numbers of documents: `Nov 21, 2026 5:42 PM`, `4 minutes ago`,
 * `4 of 5`, `Makati – Ayala`, `PO-MNL-01-000021`, `TIN 123-456-789-00000`.
 */
const WHOLE =
  /([A-Z][a-z]{2,8} \d{1,2}, \d{4}(?: \d{1,2}:\d{2} [AP]M)?|\d{1,2}:\d{2} [AP]M|\d+ (?:second|minute|hour|day|week|month|year)s? (?:ago|left)|\d of 5|\p{L}{1,14} – \p{L}{1,14}|[A-Z]{1,3}(?:-[A-Z\d]{1,8}){2,3}|(?:TIN )?(?<![\d-])\d{3}-\d{3}-\d{3}(?:-\d{3,5})?(?![\d-]))/u;
const DOT = ' · ';

/** A text whose moments, names of stores and numbers stay on one line. */
export function WholeText({ children: text }: { children: string }) {
  const styles = useStyles();
  return text.split(WHOLE).map((part, place) =>
    place % 2 === 1 ? (
      <span key={place} className={styles.whole}>
        {part}
      </span>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}

/** Facts with a dot between two on the same line; each stays whole as long as it fits. */
export function WholeParts({ parts }: { parts: readonly string[] }) {
  const styles = useStyles();
  return (
    <span className={styles.line}>
      {parts.map((part, place) => (
        <span key={place} className={styles.fact}>
          {place > 0 ? <span className={styles.dot}>{DOT}</span> : null}
          <WholeText>{part}</WholeText>
        </span>
      ))}
    </span>
  );
}

/** Returns a line of facts that breaks only between them; what is no text stays as it is. */
export function wholeFacts(line: ReactNode): ReactNode {
  if (typeof line !== 'string') return line;
  const parts = line.split(DOT);
  return parts.length > 1 ? <WholeParts parts={parts} /> : <WholeText>{line}</WholeText>;
}
