import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { HTMLAttributes } from 'react';
import { palette, tabular, tones, type } from './theme.ts';

const useStyles = makeStyles({
  meta: type.meta,
  metaStrong: type.metaStrong,
  label: type.label,
  body: type.body,
  bodyStrong: type.bodyStrong,
  cardTitle: type.cardTitle,
  dialogTitle: type.dialogTitle,
  pageTitle: type.pageTitle,
  figure: type.figure,
  due: type.due,
  total: type.total,
  text1: { color: palette.text1 },
  text2: { color: palette.text2 },
  text3: { color: palette.text3 },
  placeholder: { color: palette.placeholder },
  brand: { color: palette.brand },
  danger: { color: palette.danger },
  orange: { color: tones.orange[1] },
  green: { color: tones.green[1] },
  /** No word stands alone on its last line. */
  bare: { margin: 0, textWrap: 'pretty' },
  block: { display: 'block' },
  figures: tabular,
  breaks: { overflowWrap: 'anywhere' },
  noWrap: { whiteSpace: 'nowrap' },
  strong: { fontWeight: 600 },
  right: { textAlign: 'right' },
});

type TextProps = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  as?: 'span' | 'strong' | 'p' | 'div' | 'section' | 'h1' | 'h2' | 'h3' | 'li' | 'dt' | 'dd';
  /** A step of the type scale; inherited if absent. */
  size?: Exclude<keyof typeof type, 'receipt'>;
  /** A text colour; inherited if absent. */
  tone?: 'text1' | 'text2' | 'text3' | 'placeholder' | 'brand' | 'danger' | 'orange' | 'green';
  /** True for tabular digits: amounts, counts, phones and IMEIs. */
  figures?: boolean;
  /** True if a long word may break: names, email addresses, codes. */
  breaks?: boolean;
  noWrap?: boolean;
  strong?: boolean;
  right?: boolean;
  /** True for a line of its own in an inline element. */
  block?: boolean;
};

/** Text in a size and tone of the theme, without the browser's margins. */
export function Text(props: TextProps) {
  const { as: Tag = 'span', size, tone, figures, breaks, noWrap, strong, right, block, ...rest } = props;
  const styles = useStyles();
  const className = mergeClasses(
    styles.bare,
    size && styles[size],
    tone && styles[tone],
    figures && styles.figures,
    breaks && styles.breaks,
    noWrap && styles.noWrap,
    strong && styles.strong,
    right && styles.right,
    block && styles.block,
  );
  return <Tag {...rest} className={className} />;
}
