import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { CatalogueProduct, CatalogueVariation } from '#contract/pos.ts';
import type { Unit } from '#contract/shapes.ts';
import { priceForGroup } from '#domain/pricing.ts';
import type { Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { KeyCap, KeyHints } from '#renderer/ui/key-cap.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { chosenRow, optionRow } from '#renderer/ui/option-row.ts';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, tabular, type, windows } from '#renderer/ui/theme.ts';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { NoUnits, UnitText } from './picker-units.tsx';
import { usePicked, type Picked } from './use-picked.ts';

const useStyles = makeStyles({
  panes: {
    display: 'grid',
    gridTemplateColumns: '334px minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    flexShrink: 1,
    height: '368px',
    minHeight: 0,
    [windows.onePane]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [windows.phone]: { display: 'block', height: 'auto', overflowY: 'auto' },
  },
  pane: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    padding: '12px 10px 12px 12px',
    [windows.phone]: { padding: '12px 4px' },
  },
  first: {
    padding: '12px 12px 12px 10px',
    borderRight: `1px solid ${palette.hairline}`,
    [windows.phone]: {
      padding: '12px 4px',
      borderRight: 'none',
      borderBottom: `1px solid ${palette.hairline}`,
    },
  },
  label: { ...type.metaStrong, padding: '2px 12px 8px', color: palette.text3 },
  list: {
    overflowY: 'auto',
    minHeight: 0,
    outlineStyle: 'none',
    borderRadius: '8px',
    ':focus-visible': focusRing,
  },
  option: { ...optionRow, justifyContent: 'space-between' },
  chosen: chosenRow,
  off: { color: palette.text3, cursor: 'default' },
  text: { flexGrow: 1, minWidth: 0 },
  line: { ...type.label, ...tabular, color: palette.text3 },
  add: { minWidth: '140px' },
});

const WHY_NOT: Record<Picked['units'], string> = {
  loading: 'The units are being loaded',
  failed: 'The units could not be loaded',
  known: 'No unit of this variation is available here',
};

/** Returns the variation's own photo, else the product's. */
const photoOf = (product: CatalogueProduct, variation: CatalogueVariation | undefined) =>
  variation?.image_url ?? product.image_url;

const isNew = ({ category }: Unit) => category === 'new';

/** Returns the units of a variation, new ones first. */
const unitsOf = (variation: CatalogueVariation | undefined): readonly Unit[] =>
  (variation?.availableItems ?? []).toSorted((one, other) => Number(isNew(other)) - Number(isNew(one)));

type UnitPickerProps = {
  card: CatalogueProduct;
  /** The variation to begin with, of a scanned barcode; else the first one in stock. */
  variationId?: number | undefined;
  storeName: string;
  timeZone: Zones;
  group: string | null;
  busy: boolean;
  onAdd: (unitId: number) => void;
  onClose: () => void;
};

/** Chooses a variation and the unit that is handed over; arrow keys choose, Enter adds, Esc closes. */
export function UnitPicker(props: UnitPickerProps) {
  const { card, storeName, timeZone, group, busy, onAdd, onClose } = props;
  const styles = useStyles();
  const picked = usePicked(card);
  const { product } = picked;
  const { variations } = product;
  const [variationId, setVariationId] = useState(
    props.variationId ??
      (variations.find((variation) => variation.availableQuantity > 0) ?? variations[0])?.id ??
      0,
  );
  const variation = variations.find((candidate) => candidate.id === variationId);
  const [wantedUnit, setWantedUnit] = useState<number | null>(null);
  const units = unitsOf(variation);
  const freeIds = units.filter((unit) => unit.status === 'available').map((unit) => unit.id);
  const unitId = freeIds.find((id) => id === wantedUnit) ?? freeIds[0] ?? null;
  /** Photos are shown only if a variation has its own: the same photo on each row would tell nothing. */
  const hasOwnPhotos = variations.some(({ image_url }) => image_url !== undefined);
  const left = variations.reduce((sum, candidate) => sum + candidate.availableQuantity, 0);

  useEffect(() => {
    for (const id of [variationId, unitId])
      document.getElementById(`option-${id}`)?.scrollIntoView({ block: 'nearest' });
  }, [variationId, unitId]);

  const add = () => unitId !== null && !busy && onAdd(unitId);
  const walk = (ids: readonly number[], current: number | null, choose: (id: number) => void) => {
    return (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = ids[ids.indexOf(current ?? -1) + step];
      if (next === undefined) return;
      choose(next);
    };
  };
  /** Arrow keys skip variations that are sold out. */
  const walkable = variations
    .filter(({ id, availableQuantity }) => availableQuantity > 0 || id === variationId)
    .map(({ id }) => id);
  const chooseVariation = (id: number) => {
    setVariationId(id);
    setWantedUnit(null);
  };
  return (
    <DialogShell
      open
      onClose={onClose}
      width={880}
      flush
      title="Select Product Variation"
      line={`${product.name} · ${left} available at ${storeName}`}
      picture={
        <ProductPicture
          photo={photoOf(product, variation)}
          kind={product.kind}
          colour={variation?.name}
          size={48}
          drawn={40}
        />
      }
      footNote={
        <KeyHints>
          <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose <KeyCap>Esc</KeyCap> close
        </KeyHints>
      }
      foot={
        <>
          <Button size="till" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            appearance="primary"
            className={styles.add}
            disabledReason={unitId === null ? WHY_NOT[picked.units] : null}
            disabled={busy}
            onClick={add}
          >
            Add to cart
          </SendButton>
        </>
      }
    >
      <div className={styles.panes}>
        <div className={mergeClasses(styles.pane, styles.first)}>
          <div id="picker-variation" className={styles.label}>
            Variation
          </div>
          <div
            role="listbox"
            tabIndex={0}
            aria-labelledby="picker-variation"
            aria-activedescendant={`option-${variationId}`}
            className={styles.list}
            onKeyDown={walk(walkable, variationId, chooseVariation)}
          >
            {variations.map((candidate) => (
              <div
                key={candidate.id}
                id={`option-${candidate.id}`}
                role="option"
                aria-selected={candidate.id === variationId}
                className={mergeClasses(
                  styles.option,
                  candidate.availableQuantity === 0 && styles.off,
                  candidate.id === variationId && styles.chosen,
                )}
                onClick={() => chooseVariation(candidate.id)}
              >
                {hasOwnPhotos ? (
                  <ProductPicture
                    photo={photoOf(product, candidate)}
                    kind={product.kind}
                    colour={candidate.name}
                    dimmed={candidate.availableQuantity === 0}
                    size={40}
                  />
                ) : null}
                <span className={styles.text}>
                  <Text as="div" size="bodyStrong" figures>
                    {candidate.name}
                  </Text>
                  <MoneyText
                    amount={priceForGroup(candidate, group)}
                    surface="product-card"
                    className={styles.line}
                  />
                </span>
                <StockBadge available={candidate.availableQuantity} />
              </div>
            ))}
          </div>
        </div>
        <div className={styles.pane}>
          <div id="picker-unit" className={styles.label}>
            Unit
          </div>
          {units.length === 0 ? (
            <NoUnits picked={picked} storeName={storeName} />
          ) : (
            <div
              role="listbox"
              tabIndex={0}
              aria-labelledby="picker-unit"
              aria-activedescendant={unitId === null ? undefined : `option-${unitId}`}
              className={styles.list}
              onKeyDown={walk(freeIds, unitId, setWantedUnit)}
            >
              {units.map((unit) => {
                const isOff = unit.status !== 'available';
                return (
                  <div
                    key={unit.id}
                    id={`option-${unit.id}`}
                    role="option"
                    aria-selected={unit.id === unitId}
                    aria-disabled={isOff}
                    className={mergeClasses(
                      styles.option,
                      isOff && styles.off,
                      unit.id === unitId && styles.chosen,
                    )}
                    onClick={() => !isOff && setWantedUnit(unit.id)}
                    onDoubleClick={() => !isOff && onAdd(unit.id)}
                  >
                    <UnitText unit={unit} chosen={unit.id === unitId} timeZone={timeZone} group={group} />
                  </div>
                );
              })}
            </div>
          )}
        </div>
      </div>
    </DialogShell>
  );
}
