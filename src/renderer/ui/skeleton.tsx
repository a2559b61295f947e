import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  root: {
    display: 'block',
    maxWidth: '100%',
    borderRadius: '4px',
    backgroundColor: '#EFF1F1',
    animationName: { '0%': { opacity: 1 }, '50%': { opacity: 0.5 }, '100%': { opacity: 1 } },
    animationDuration: '1.6s',
    animationIterationCount: 'infinite',
    animationTimingFunction: 'ease-in-out',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  square: { borderRadius: '0' },
  text: { display: 'inline-block', height: '0.8em', verticalAlign: 'middle' },
  note: { position: 'absolute' },
});

type SkeletonProps = {
  width?: number | string;
  height?: number | string;
  /** True for picture areas that touch their card's edges. */
  square?: boolean;
  className?: string;
};

/** A pulsing placeholder in the place and size of loading content. */
export function Skeleton({ width = '100%', height = 16, square = false, className }: SkeletonProps) {
  const styles = useStyles();
  return (
    <span
      aria-hidden="true"
      className={mergeClasses(styles.root, square && styles.square, className)}
      style={{ width, height }}
    />
  );
}

/** A pulsing placeholder for text on one line, in the height of that line. */
export function SkeletonText({ width }: { width: number }) {
  const styles = useStyles();
  return <span aria-hidden="true" className={mergeClasses(styles.root, styles.text)} style={{ width }} />;
}

/** Tells screen readers once what is loading; takes no room. */
export function LoadingNote({ children = 'Loading' }: { children?: string }) {
  return (
    <span role="status" className={useStyles().note}>
      <VisuallyHidden>{children}</VisuallyHidden>
    </span>
  );
}
