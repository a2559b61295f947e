import { isImeiField } from '#domain/receiving.ts';
import { Button } from '#renderer/ui/button.tsx';
import { unitNos } from './placing.ts';
import { QuestionCard } from './question-card.tsx';
import type { ScannedUnit } from './receipt-draft.ts';

type OrderQuestionProps = {
  unit: ScannedUnit;
  /** The units of its line that began with the other number. */
  others: readonly ScannedUnit[];
  /** True while the unit still waits for its other numbers. */
  isOpen: boolean;
  onConfirm: () => void;
  onImeiFirst: (isImeiFirst: boolean) => void;
};

/** Asks whether the units of a line begin with the other number, or one was missed. */
export function OrderQuestion({ unit, others, isOpen, onConfirm, onImeiFirst }: OrderQuestionProps) {
  const isImei = unit.first !== undefined && isImeiField(unit.first);
  const [first, other] = isImei ? ['IMEI', 'serial number'] : ['serial number', 'IMEI'];
  const before = others.length > 0 ? ` The ${other} was first on ${unitNos(others)}.` : '';
  return (
    <QuestionCard
      title={`Unit ${unit.no}: you scanned the ${first} first`}
      more={
        isOpen
          ? `Scan the ${other} of this unit. Or does the ${first} come first on every unit?${before}`
          : `Compare its numbers with the box.${before}`
      }
    >
      <Button onClick={() => onImeiFirst(isImei)}>
        {isImei ? 'IMEI comes first' : 'Serial number comes first'}
      </Button>
      {isOpen ? null : <Button onClick={onConfirm}>Numbers match</Button>}
    </QuestionCard>
  );
}
