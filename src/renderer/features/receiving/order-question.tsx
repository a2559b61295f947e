import { makeStyles } from '@fluentui/react-components';
import { isImeiField } from '#domain/receiving.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, sizes, tones, type } from '#renderer/ui/theme.ts';
import type { ScannedUnit } from './receipt-draft.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    flexShrink: 0,
    padding: `12px ${sizes.cardSide}`,
    border: '1px solid #F0D3A8',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: palette.text1,
  },
  text: { flexGrow: 1, flexBasis: '240px', minWidth: 0 },
  title: { ...type.bodyStrong, margin: 0 },
  more: { ...type.body, margin: 0, color: palette.text2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

type OrderQuestionProps = {
  unit: ScannedUnit;
  /** True while the unit still waits for its other numbers. */
  isOpen: boolean;
  onConfirm: () => void;
  onImeiFirst: (isImeiFirst: boolean) => void;
};

/** Asks whether the units of a line begin with the other number, or one was missed. */
export function OrderQuestion({ unit, isOpen, onConfirm, onImeiFirst }: OrderQuestionProps) {
  const styles = useStyles();
  const isImei = unit.first !== undefined && isImeiField(unit.first);
  const [first, other] = isImei ? ['IMEI', 'serial number'] : ['serial number', 'IMEI'];
  return (
    <div role="alert" className={styles.root}>
      <div className={styles.text}>
        <p className={styles.title}>{`Unit ${unit.no}: you scanned the ${first} first`}</p>
        <p className={styles.more}>
          {isOpen
            ? `Scan the ${other} of this unit. Or does the ${first} come first on every unit?`
            : 'Compare its numbers with the box.'}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => onImeiFirst(isImei)}>
          {isImei ? 'IMEI comes first' : 'Serial number comes first'}
        </Button>
        {isOpen ? null : <Button onClick={onConfirm}>Numbers match</Button>}
      </div>
    </div>
  );
}
