import { makeStyles } from '@fluentui/react-components';
import type { Unit } from '#contract/shapes.ts';
import { isPricedApart, priceForGroup } from '#domain/pricing.ts';
import { formatHeldUntil, type Zones } from '#domain/store-time.ts';
import { conditionText, imeisOf } from '#domain/units.ts';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';
import type { Picked } from './use-picked.ts';

const useStyles = makeStyles({
  line: { ...type.label, ...tabular, color: palette.text3 },
  none: { ...type.body, padding: '8px 13px', color: palette.text3 },
  /** As high as three units. */
  loading: { display: 'flex', flexDirection: 'column', gap: '4px' },
});

/** Returns a unit's two lines: its IMEI and serial number, or the only number and null. */
function namesOf(unit: Unit): [string, string | null] {
  const serial = unit.serial_number ? `SN ${unit.serial_number}` : null;
  const imeis = imeisOf(unit);
  if (imeis.length) return [`IMEI ${imeis.join(' / ')}`, serial];
  return [serial ?? 'Unit without serial number', null];
}

type UnitTextProps = { unit: Unit; chosen: boolean; timeZone: Zones; group: string | null };

/** A unit in the picker's list: its numbers, its own price, and its condition or who holds it. */
export function UnitText({ unit, chosen, timeZone, group }: UnitTextProps) {
  const styles = useStyles();
  const [name, line] = namesOf(unit);
  const until = unit.locked_until === null ? '' : ` until ${formatHeldUntil(unit.locked_until, timeZone)}`;
  const isReserved = unit.status === 'reserved';
  const isLocked = isReserved || unit.status === 'locked';
  const below = isLocked
    ? `${isReserved ? 'Reserved' : 'Locked'} by ${unit.locked_by ?? 'another till'}${until}`
    : line;
  return (
    <>
      <span>
        <Text as="div" size="bodyStrong" figures>
          {name}
        </Text>
        {below ? <div className={styles.line}>{below}</div> : null}
        {isPricedApart(unit) ? (
          <div className={styles.line}>
            {unit.prices ? (
              <MoneyText amount={priceForGroup(unit.prices, group)} surface="product-card" />
            ) : (
              'No price yet'
            )}
          </div>
        ) : null}
      </span>
      {isLocked ? (
        <StatusBadge tone="purple" mark="lock">
          {isReserved ? 'RESERVED' : 'LOCKED'}
        </StatusBadge>
      ) : (
        <StatusBadge tone="grey" mark="none" onTint={chosen}>
          {conditionText(unit)}
        </StatusBadge>
      )}
    </>
  );
}

/** Replaces the list of units: there are none, they are loading, or loading failed. */
export function NoUnits({ picked, storeName }: { picked: Picked; storeName: string }) {
  const styles = useStyles();
  switch (picked.units) {
    case 'loading':
      return (
        <div className={styles.loading}>
          <LoadingNote>Loading units</LoadingNote>
          <Skeleton height={58} />
          <Skeleton height={58} />
          <Skeleton height={58} />
        </div>
      );
    case 'failed':
      return (
        <ErrorState compact title="Units could not be loaded" error={picked.error} onRetry={picked.retry}>
          Scanning a unit still works.
        </ErrorState>
      );
    case 'known':
      return <p className={styles.none}>No unit of this variation stands at {storeName}.</p>;
  }
}
