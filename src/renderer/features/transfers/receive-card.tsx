import { makeStyles } from '@fluentui/react-components';
import type { Ref } from 'react';
import type { Transfer, TransferItem } from '#contract/transfers.ts';
import { unitLabel, whereItShouldBe } from '#domain/transfers.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SideButton } from '#renderer/ui/side-button.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, type } from '#renderer/ui/theme.ts';
import { extraItems, missingItems, scannedItems } from './arrivals.ts';
import { unitsText } from '#domain/units.ts';
import { shownState } from './transfer-text.ts';

const useStyles = makeStyles({
  /** Takes the page's height at most: the notes scroll, the button stays in sight. */
  card: {
    flexShrink: 1,
    minHeight: 0,
    '& > div:last-child': { display: 'flex', flexDirection: 'column', minHeight: 0 },
  },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    minHeight: 0,
    overflowY: 'auto',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  unit: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: `12px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
  },
  name: { ...type.bodyStrong, color: palette.text1, minWidth: 0, overflowWrap: 'anywhere' },
  more: {
    ...type.label,
    margin: 0,
    padding: `12px ${sizes.cardSide}`,
    color: palette.text3,
    textWrap: 'pretty',
  },
  foot: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: '12px',
    padding: `16px ${sizes.cardSide} 20px`,
    borderTop: `1px solid ${palette.hairline}`,
  },
});

/** The number of missing units listed here; the table has them all. */
const MISSING_SHOWN = 8;
/** True once anything was scanned or received; before, listing all units as missing would say nothing. */
const isUnderway = (transfer: Transfer) =>
  scannedItems(transfer).length + extraItems(transfer).length + transfer.received_count > 0;

const fates = (owner: string) => [
  `Set aside for ${owner}`,
  `Sent back to ${owner}`,
  'Kept here, to be sent by a transfer of its own',
];

type UnitProps = {
  item: TransferItem;
  busy: boolean;
  /** The select of what was done with the unit. */
  fate?: Ref<HTMLSelectElement>;
  onExtra: (item: TransferItem, reason: string) => void;
};

function UnitToSettle({ item, busy, fate, onExtra }: UnitProps) {
  const styles = useStyles();
  const choices = fates(item.place?.store.name ?? 'its store');
  return (
    <li className={styles.unit}>
      <Spread gap={8} align="start">
        <span className={styles.name}>{item.product_name}</span>
        <StateBadge of="transferred" state={shownState(item)} />
      </Spread>
      <Text as="p" size="meta" tone="text3" breaks>
        {item.variation_name} · {unitLabel(item)}
      </Text>
      {item.state === 'extra' ? (
        <>
          {item.place ? (
            <Text as="p" size="meta" tone="text3" breaks>
              {whereItShouldBe(item.place)}
            </Text>
          ) : null}
          <SelectField
            ref={fate}
            label={`What was done with ${unitLabel(item)}`}
            labelHidden
            disabled={busy}
            options={[
              { value: '', label: 'What was done with it?' },
              ...choices.map((value) => ({ value, label: value })),
            ]}
            value={item.reason ?? ''}
            onChange={(event) => onExtra(item, event.target.value)}
          />
        </>
      ) : null}
      {item.state === 'in_transit' && item.reason ? (
        <Text as="p" size="meta" tone="text3" breaks>
          {item.reason}
        </Text>
      ) : null}
    </li>
  );
}

function consequenceOf(transfer: Transfer): string[] {
  const scanned = scannedItems(transfer);
  const damaged = scanned.filter(({ is_damaged }) => is_damaged).length;
  const good = scanned.length - damaged;
  const missing = missingItems(transfer).length;
  const goes = (count: number) => (count === 1 ? 'goes' : 'go');
  const arrivals = [
    ...(good > 0 ? [`${good} ${goes(good)} on sale`] : []),
    ...(damaged > 0 ? [`${damaged} ${goes(damaged)} to defective`] : []),
  ];
  const stays = missing === 1 ? 'stays' : 'stay';
  return [
    ...(arrivals.length > 0 ? [`${arrivals.join(', ')}.`] : []),
    ...(missing > 0 && scanned.length > 0
      ? [`${missing} ${stays} in transit, for ${transfer.from_store.name} to settle.`]
      : []),
  ];
}

type ReceiveCardProps = {
  transfer: Transfer;
  busy: boolean;
  disabledReason: string | null;
  /** The first select without a choice. */
  unsaid: Ref<HTMLSelectElement>;
  onExtra: (item: TransferItem, reason: string) => void;
  onReceive: () => void;
};

/** The differences from what was sent, and the button that receives the scanned units, with its effect. */
export function ReceiveCard(props: ReceiveCardProps) {
  const { transfer, busy, disabledReason, unsaid, onExtra, onReceive } = props;
  const styles = useStyles();
  const damaged = scannedItems(transfer).filter(({ is_damaged }) => is_damaged);
  const missing = isUnderway(transfer) ? missingItems(transfer) : [];
  const extra = extraItems(transfer);
  const firstUnsaid = extra.find(({ reason }) => reason === null);
  const shown = [...damaged, ...extra, ...missing.slice(0, MISSING_SHOWN)];
  const hidden = missing.length - MISSING_SHOWN;
  const count = scannedItems(transfer).length;
  const all = damaged.length + extra.length + missing.length;
  return (
    <Card title={all > 0 ? `${unitsText(all)} to look at` : 'Receive'} flush className={styles.card}>
      {shown.length > 0 ? (
        <ul className={styles.list} tabIndex={0} aria-label="Units to look at">
          {shown.map((item) => (
            <UnitToSettle
              key={item.inventory_item_id}
              item={item}
              busy={busy}
              fate={item === firstUnsaid ? unsaid : undefined}
              onExtra={onExtra}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.more}>
          {count > 0
            ? 'Nothing is missing or damaged so far.'
            : 'Scan what you take out of the box. Others may scan with you.'}
        </p>
      )}
      {hidden > 0 ? <p className={styles.more}>{unitsText(hidden)} more are expected.</p> : null}
      <div className={styles.foot}>
        {consequenceOf(transfer).map((sentence) => (
          <Text as="p" key={sentence} size="label" tone="text2">
            {sentence}
          </Text>
        ))}
        <SideButton keyCap="Ctrl+Enter" disabled={busy} disabledReason={disabledReason} onClick={onReceive}>
          {busy ? 'Receiving…' : count === 0 ? 'Receive' : `Receive ${unitsText(count)}`}
        </SideButton>
      </div>
    </Card>
  );
}
