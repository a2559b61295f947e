import { numberLines } from '#domain/units.ts';
import { Button } from '#renderer/ui/button.tsx';
import { QuestionCard } from './question-card.tsx';
import type { ScannedUnit } from './receipt-draft.ts';

type HeldQuestionProps = { unit: ScannedUnit; onGoOn: () => void; onUndo: () => void };

/** Asks whether the unit that was open when the page was closed is the one at hand. */
export function HeldQuestion({ unit, onGoOn, onUndo }: HeldQuestionProps) {
  return (
    <QuestionCard
      title={`Unit ${unit.no} was open when this page was closed`}
      more={`It has ${numberLines(unit).join(' · ')}. Is this on the box in your hand?`}
    >
      <Button onClick={onGoOn}>{`Go on with unit ${unit.no}`}</Button>
      <Button onClick={onUndo}>{`Scan unit ${unit.no} anew`}</Button>
    </QuestionCard>
  );
}
