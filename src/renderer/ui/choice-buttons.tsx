import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { moveWithArrows } from './arrow-keys.ts';
import { KeyCap } from './key-cap.tsx';
import { Row } from './layout.tsx';
import { focusRing, palette, type } from './theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: '8px', minWidth: 0 },
  even: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    '@container (min-width: 500.02px)': { gridAutoColumns: 'minmax(max-content, 1fr)' },
    '@container (max-width: 500px)': {
      gridAutoFlow: 'row',
      gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
      '& > *': { gridColumnEnd: 'span 2' },
      // Two or four stand two in a row, and so do five below the first.
      '& > :first-child:nth-last-child(2n), & > :first-child:nth-last-child(2n) ~ *': {
        gridColumnEnd: 'span 3',
      },
      '& > :first-child:nth-last-child(5)': { gridColumnEnd: 'span 6' },
      '& > :first-child:nth-last-child(5) ~ *': { gridColumnEnd: 'span 3' },
    },
  },
  choice: {
    ...type.bodyStrong,
    minWidth: '108px',
    height: '44px',
    boxSizing: 'border-box',
    padding: '0 12px',
    border: `1px solid ${palette.buttonBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: '#F7F9F9' },
    ':focus-visible': focusRing,
    ':disabled': { backgroundColor: palette.fill, color: palette.disabled, cursor: 'default' },
  },
  inEven: {
    minWidth: 0,
    padding: '0 6px',
    lineHeight: '17px',
    '@container (max-width: 500px)': { padding: '0 2px' },
  },
  /** Only where there is room for more than the label. */
  icon: { display: 'none', flexShrink: 0, '@container (min-width: 900px)': { display: 'grid' } },
  key: { display: 'none', '@container (min-width: 1100px)': { display: 'contents' } },
  chosen: {
    border: `1px solid ${palette.brand}`,
    boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    backgroundColor: palette.brandFill,
    color: palette.link,
    fontWeight: 600,
    ':hover': { backgroundColor: palette.brandFill },
  },
});

export type Choice<Value extends string> = {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
  icon?: ReactElement;
  /** The shortcut that chooses it from anywhere on the page, in the syntax of `aria-keyshortcuts`. */
  keys?: string;
};

type ChoiceButtonsProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** True if they fill the row, each as wide as the others where its label has room. */
  even?: boolean;
  disabled?: boolean;
};

/** A radio group drawn as buttons, all choices visible; one tab stop, arrows choose. */
export function ChoiceButtons<Value extends string>(props: ChoiceButtonsProps<Value>) {
  const { label, choices, value, onChange, even = false, disabled = false } = props;
  const styles = useStyles();
  const open = choices.filter((choice) => !choice.disabled);
  const stop = open.some((choice) => choice.value === value) ? value : open[0]?.value;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = moveWithArrows(event, 'radio');
    const choice = index === null ? undefined : open[index];
    if (choice) onChange(choice.value);
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={mergeClasses(styles.root, even && styles.even)}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          aria-keyshortcuts={choice.keys}
          tabIndex={choice.value === stop ? 0 : -1}
          disabled={disabled || choice.disabled}
          onClick={() => onChange(choice.value)}
          className={mergeClasses(
            styles.choice,
            even && styles.inEven,
            choice.value === value && styles.chosen,
          )}
        >
          {choice.icon || choice.keys ? (
            <Row as="span" gap={8} align="center" justify="center">
              {choice.icon ? (
                <span className={styles.icon} aria-hidden="true">
                  {choice.icon}
                </span>
              ) : null}
              <span>{choice.label}</span>
              {choice.keys ? (
                <span className={styles.key} aria-hidden="true">
                  <KeyCap>{choice.keys}</KeyCap>
                </span>
              ) : null}
            </Row>
          ) : (
            choice.label
          )}
        </button>
      ))}
    </div>
  );
}
