import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowRight20Regular, Checkmark16Filled } from '@fluentui/react-icons';
import { unitCodeLabels, type UnitCodeField } from '#domain/receiving.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { focusRing, palette, tabular, tones, type, windows } from '#renderer/ui/theme.ts';
import { inScanOrder } from './placing.ts';
import type { LineChoices, ScannedUnit } from './receipt-draft.ts';

const useStyles = makeStyles({
  no: {
    ...type.bodyStrong,
    ...tabular,
    margin: 0,
    color: palette.text2,
    minWidth: '52px',
    maxWidth: '30%',
    [windows.phone]: { flexBasis: '100%', maxWidth: 'none' },
  },
  product: { ...type.meta, display: 'block', color: palette.text3, overflowWrap: 'anywhere' },
  // Numbers are read here before the next scan: slots go below each other before one of them would be cut.
  slots: { display: 'flex', flexWrap: 'wrap', gap: '8px', flexGrow: 1, flexBasis: '304px' },
  slot: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    flexGrow: 1,
    flexBasis: '148px',
    minWidth: 0,
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: '5px 12px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    textAlign: 'left',
  },
  open: { cursor: 'pointer', ':hover': { backgroundColor: '#F7F9F9' }, ':focus-visible': focusRing },
  next: {
    border: `1px solid ${palette.brand}`,
    boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    backgroundColor: palette.brandFill,
  },
  done: { backgroundColor: tones.green[0], border: '1px solid #B9DDC5' },
  name: { ...type.meta, display: 'flex', alignItems: 'center', gap: '4px', color: palette.text3 },
  value: {
    ...type.body,
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  waiting: { color: palette.placeholder },
});

type UnitSlotsProps = {
  no: number;
  /** `iPhone 17, 256 GB`. */
  product: string;
  unit: ScannedUnit | null;
  choices: LineChoices;
  /** The number to scan next. */
  next: UnitCodeField | null;
  onAim: (field: UnitCodeField) => void;
  onNextUnit: () => void;
};

/** The numbers of the open unit: which it has, and which comes next. */
export function UnitSlots({ no, product, unit, choices, next, onAim, onNextUnit }: UnitSlotsProps) {
  const styles = useStyles();
  return (
    <Row role="group" aria-label={`Unit ${no}`} gap={8} align="center" fixed wraps>
      <p className={styles.no}>
        Unit {no}
        <span className={styles.product}>{product}</span>
      </p>
      <div className={styles.slots}>
        {inScanOrder(choices)
          .filter((field) => choices.numbers.includes(field) || unit?.[field])
          .map((field) => {
            const code = unit?.[field] ?? null;
            const label = unitCodeLabels[field];
            if (code !== null) {
              return (
                <div key={field} className={mergeClasses(styles.slot, styles.done)}>
                  <span className={styles.name}>
                    <Checkmark16Filled aria-hidden="true" /> {label}
                  </span>
                  <span className={styles.value}>{code}</span>
                </div>
              );
            }
            const isNext = field === next;
            return (
              <button
                key={field}
                type="button"
                aria-pressed={isNext}
                className={mergeClasses(styles.slot, styles.open, isNext && styles.next)}
                onClick={() => onAim(field)}
              >
                <span className={styles.name}>{label}</span>
                <span className={mergeClasses(styles.value, !isNext && styles.waiting)}>
                  {isNext ? 'Scan it now' : 'Later'}
                </span>
              </button>
            );
          })}
      </div>
      {unit ? (
        <Button icon={<ArrowRight20Regular />} size="till" onClick={onNextUnit}>
          Next unit
        </Button>
      ) : null}
    </Row>
  );
}
