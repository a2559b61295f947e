import { remainingTexts } from '#domain/receiving.ts';
import { unitsText } from '#domain/units.ts';
import type { ExpectedSerial } from '#contract/receiving.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SideButton } from '#renderer/ui/side-button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { MissingList } from './missing-list.tsx';
import { unitNos } from './placing.ts';
import type { ScannedUnit } from './receipt-draft.ts';

const NOTES_MAX = 2000;

type ReceiveCardProps = {
  storeName: string;
  count: number;
  remaining: number;
  /** Announced units that were neither scanned nor received; empty if nothing was announced. */
  missing: readonly ExpectedSerial[];
  /** The number of scanned units that were not announced. */
  unannounced: number;
  /** Units whose number looks wrong. */
  odd: readonly ScannedUnit[];
  /** What is missing of scanned units: `2 units without IMEI`. */
  lacking: readonly string[];
  notes: string;
  busy: boolean;
  disabledReason: string | null;
  /** The number of units sent whose outcome is unknown; null if none is. */
  sentCount: number | null;
  /** Null without a printer for immediate labels: a browser's print dialog would interrupt the scanning. */
  printsLabels: boolean | null;
  onPrintsLabels: (prints: boolean) => void;
  onNotes: (notes: string) => void;
  onReceive: () => void;
  /** The number of units that can be received while others cannot; null if all can, or none. */
  restCount: number | null;
  onReceiveRest: () => void;
};

/** Explains the effect of receiving. */
function consequenceOf({ count, remaining, storeName }: ReceiveCardProps): string {
  const stay = remaining - count;
  if (count === 0) return `What is received goes into the stock of ${storeName}.`;
  if (stay < 0) {
    return `${unitsText(count)} ${count === 1 ? 'is' : 'are'} here, and ${remainingTexts(remaining).only}.`;
  }
  return `Receive ${count} of ${unitsText(remaining)} into the stock of ${storeName}; ${remainingTexts(stay).remain}.`;
}

/** The summary and effect of the receipt, with the button that receives. */
export function ReceiveCard(props: ReceiveCardProps) {
  const { count, missing, unannounced, busy, disabledReason } = props;
  const sent = props.sentCount ?? count;
  // What would remain is no figure to go by while something scanned is wrong.
  const hasConsequence = disabledReason === null || count === 0 || count > props.remaining;
  return (
    <Card whole>
      <Stack gap={12}>
        {missing.length > 0 && count > 0 ? <MissingList missing={missing} /> : null}
        {unannounced > 0 ? (
          <Text as="p" size="label" tone="orange">
            {unitsText(unannounced)} {unannounced === 1 ? 'was' : 'were'} not announced.
          </Text>
        ) : null}
        {props.odd.length > 0 ? (
          <Text as="p" size="label" tone="orange">
            {`Compare ${unitNos(props.odd)} with the box: the IMEI looks wrong.`}
          </Text>
        ) : null}
        {props.lacking.map((text) => (
          <Text key={text} as="p" size="label" tone="orange">
            {text}. Add it, or choose “Receive without it” at the unit.
          </Text>
        ))}
        <TextField
          label="Notes of this receipt"
          maxLength={NOTES_MAX}
          value={props.notes}
          onChange={(event) => props.onNotes(event.target.value)}
        />
        {props.printsLabels === null ? null : (
          <Checkbox
            label="Print each unit’s label as it is scanned"
            checked={props.printsLabels}
            onChange={(event) => props.onPrintsLabels(event.target.checked)}
          />
        )}
        {props.sentCount !== null || hasConsequence ? (
          <Text as="p" size="label" tone="text2">
            {props.sentCount === null
              ? consequenceOf(props)
              : `Receive first asks whether the ${unitsText(sent)} that were sent are received.`}
          </Text>
        ) : null}
        <SideButton
          keyCap="Ctrl+Enter"
          disabled={busy}
          disabledReason={disabledReason}
          onClick={props.onReceive}
        >
          {busy ? 'Receiving…' : sent === 0 ? 'Receive' : `Receive ${unitsText(sent)}`}
        </SideButton>
        {props.restCount === null ? null : (
          <Button size="till" wide disabled={busy} onClick={props.onReceiveRest}>
            {`Receive the other ${unitsText(props.restCount)}`}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
