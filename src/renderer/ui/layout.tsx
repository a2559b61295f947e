import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { CSSProperties, HTMLAttributes } from 'react';
import { FIELD_GAP } from './field-grid.ts';
import { windows } from './theme.ts';

const useStyles = makeStyles({
  flex: { display: 'flex' },
  column: { flexDirection: 'column' },
  grid: { display: 'grid', gridTemplateColumns: 'var(--columns)' },
  gap2: { gap: '2px' },
  gap4: { gap: '4px' },
  gap6: { gap: '6px' },
  gap8: { gap: '8px' },
  gap10: { gap: '10px' },
  gap12: { gap: '12px' },
  gap16: { gap: '16px' },
  gap20: { gap: '20px' },
  gap24: { gap: '24px' },
  start: { alignItems: 'start' },
  center: { alignItems: 'center' },
  end: { alignItems: 'flex-end' },
  baseline: { alignItems: 'baseline' },
  stacks: { [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: FIELD_GAP } },
  stacksInOnePane: { [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: FIELD_GAP } },
  wraps: { flexWrap: 'wrap' },
  between: { justifyContent: 'space-between' },
  justifyCenter: { justifyContent: 'center' },
  justifyEnd: { justifyContent: 'flex-end' },
  grows: { flexGrow: 1 },
  fixed: { flexShrink: 0 },
  shrinks: { minWidth: 0 },
  bare: { margin: 0, padding: 0, listStyleType: 'none' },
});

type Element =
  | 'div'
  | 'section'
  | 'header'
  | 'footer'
  | 'span'
  | 'p'
  | 'strong'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dt'
  | 'dd';

type LayoutProps = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  /** The element to render; lists and headings come without the browser's margins and bullets. */
  as?: Element;
  /** Pixels between its children. */
  gap?: 2 | 4 | 6 | 8 | 10 | 12 | 16 | 20 | 24;
  align?: 'start' | 'center' | 'end' | 'baseline';
  /** True if it takes the room that is left in its parent. */
  grows?: boolean;
  /** True if it never gets narrower than its content. */
  fixed?: boolean;
  /** True if it may get narrower than its content. */
  shrinks?: boolean;
};

type RowProps = LayoutProps & { wraps?: boolean; justify?: 'center' | 'end' };

const BARE: readonly Element[] = ['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'dl', 'dd'];

/** Returns the element and class of the layout props; the remaining props go to the element. */
function useLayout({ as: Tag = 'div', gap, align, grows, fixed, shrinks, ...rest }: LayoutProps) {
  const styles = useStyles();
  const className = mergeClasses(
    BARE.includes(Tag) && styles.bare,
    gap && styles[`gap${gap}`],
    align && styles[align],
    grows && styles.grows,
    fixed && styles.fixed,
    shrinks && styles.shrinks,
  );
  return { Tag, className, rest, styles };
}

/** Children below each other. */
export function Stack(props: LayoutProps) {
  const { Tag, className, rest, styles } = useLayout(props);
  return <Tag {...rest} className={mergeClasses(styles.flex, styles.column, className)} />;
}

/** Children beside each other. */
export function Row({ wraps, justify, ...props }: RowProps) {
  const { Tag, className, rest, styles } = useLayout(props);
  const justified = justify === 'end' ? styles.justifyEnd : justify && styles.justifyCenter;
  return <Tag {...rest} className={mergeClasses(styles.flex, wraps && styles.wraps, justified, className)} />;
}

/** Children beside each other, with the free space between them. */
export function Spread({ wraps, ...props }: LayoutProps & { wraps?: boolean }) {
  const { Tag, className, rest, styles } = useLayout(props);
  return (
    <Tag {...rest} className={mergeClasses(styles.flex, styles.between, wraps && styles.wraps, className)} />
  );
}

type ColumnsProps = LayoutProps & {
  columns: string;
  /** Below each other in a phone's window, or in any window of one pane. */
  stacks?: boolean | 'in-one-pane';
};

/** Children in a grid with these `grid-template-columns`. */
export function Columns({ columns, stacks, ...props }: ColumnsProps) {
  const { Tag, className, rest, styles } = useLayout(props);
  return (
    <Tag
      {...rest}
      style={{ '--columns': columns } as CSSProperties}
      className={mergeClasses(
        styles.grid,
        stacks === true && styles.stacks,
        stacks === 'in-one-pane' && styles.stacksInOnePane,
        className,
      )}
    />
  );
}
