import { ArrowUndo20Regular } from '@fluentui/react-icons';
import { unitCodeLabels } from '#domain/receiving.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict } from '#renderer/ui/scan-verdict.tsx';
import { lineName, nextLine, nextNumber } from './placing.ts';
import { choicesOf, nextNo, roomOf } from './receipt-draft.ts';
import { heldUnit } from './scanning-state.ts';
import { askedUnit } from './unit-doubts.ts';
import { HeldQuestion } from './held-question.tsx';
import { OrderQuestion } from './order-question.tsx';
import { UnitSlots } from './unit-slots.tsx';
import type { Receiving } from './use-receiving.ts';

/** The scan field, the outcome of the last scan, and the unit whose numbers are being scanned. */
export function ScanningPart({ work }: { work: Receiving }) {
  const { scanning, state, lines, lastScan } = work;
  const { draft } = state;
  const open = draft.units.find(({ no }) => no === draft.openNo) ?? null;
  const line = nextLine(state, lines);
  const choices = line && choicesOf(draft, line);
  const held = heldUnit(state);
  const next = choices && !held && (state.aimed ?? nextNumber(open, choices));
  // Once a line is complete, another product comes next.
  const isFull = line !== null && open === null && roomOf(draft, line) <= 0;
  const isScanned = line !== null && line.needsNumber && !isFull;
  const asked = line && askedUnit(draft, line);
  return (
    <>
      <ScanField
        label={
          held
            ? `Scan the numbers of unit ${held.no} again, or another product`
            : isScanned && next
              ? `Scan the ${next === 'serial_number' ? 'serial number' : unitCodeLabels[next]}, or another product`
              : 'Scan the barcode of a product'
        }
        turn={`${draft.itemId} ${draft.openNo} ${state.aimed} ${state.heldNo}`}
        onCode={scanning.take}
      />
      {isScanned && choices ? (
        <UnitSlots
          no={open?.no ?? nextNo(draft)}
          product={lineName(line)}
          unit={open}
          choices={choices}
          next={next || null}
          onAim={scanning.aim}
          onNextUnit={scanning.nextUnit}
        />
      ) : null}
      {held ? (
        <HeldQuestion unit={held} onGoOn={scanning.goOn} onUndo={() => scanning.remove(held.no)} />
      ) : null}
      {asked && line && !held ? (
        <OrderQuestion
          unit={asked}
          others={draft.units.filter(
            ({ itemId, first }) => itemId === asked.itemId && first !== undefined && first !== asked.first,
          )}
          isOpen={asked === open}
          onConfirm={() => scanning.confirm(asked.no)}
          onImeiFirst={(isImeiFirst) => scanning.setImeiFirst(line, isImeiFirst)}
        />
      ) : null}
      {lastScan ? (
        <ScanVerdict
          verdict={lastScan}
          actions={
            scanning.canUndo() ? (
              <Button icon={<ArrowUndo20Regular />} onClick={scanning.undo}>
                Undo
              </Button>
            ) : null
          }
        />
      ) : null}
    </>
  );
}
