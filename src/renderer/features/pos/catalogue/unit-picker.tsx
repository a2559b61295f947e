import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
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

/** What is chosen: a variation, and one of its free units. */
function useChoosing({ product }: Picked, first: number | undefined) {
  const { variations } = product;
  const [variationId, setVariationId] = useState(
    first ?? (variations.find((variation) => variation.availableQuantity > 0) ?? variations[0])?.id ?? 0,
  );
  const variation = variations.find((candidate) => candidate.id === variationId);
  const [wantedUnit, chooseUnit] = useState<number | null>(null);
  const units = unitsOf(variation);
  const freeIds = units.filter((unit) => unit.status === 'available').map((unit) => unit.id);
  const unitId = freeIds.find((id) => id === wantedUnit) ?? freeIds[0] ?? null;
  useEffect(() => {
    for (const id of [variationId, unitId])
      document.getElementById(`option-${id}`)?.scrollIntoView({ block: 'nearest' });
  }, [variationId, unitId]);
  return {
    variation,
    variationId,
    chooseVariation: (id: number) => {
      setVariationId(id);
      chooseUnit(null);
    },
    units,
    freeIds,
    unitId,
    chooseUnit,
  };
}

type Choosing = ReturnType<typeof useChoosing>;

/** Chooses a variation and the unit that is handed over; arrow keys choose, Enter adds, Esc closes. */
export function UnitPicker(props: UnitPickerProps) {
  const { card, storeName, busy, onAdd, onClose } = props;
  const styles = useStyles();
  const picked = usePicked(card);
  const { product } = picked;
  const choosing = useChoosing(picked, props.variationId);
  const { variation, unitId } = choosing;
  const left = product.variations.reduce((sum, candidate) => sum + candidate.availableQuantity, 0);
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
            onClick={() => unitId !== null && !busy && onAdd(unitId)}
          >
            Add to cart
          </SendButton>
        </>
      }
    >
      <div className={styles.panes}>
        <Variations {...choosing} product={product} group={props.group} />
        <Units {...props} {...choosing} picked={picked} />
      </div>
    </DialogShell>
  );
}

type ListProps = {
  label: string;
  ids: readonly number[];
  chosen: number | null;
  onChoose: (id: number) => void;
  children: ReactNode;
};

/** A list of options that arrow keys walk, along `ids`. */
function OptionList({ label, ids, chosen, onChoose, children }: ListProps) {
  const styles = useStyles();
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = ids[ids.indexOf(chosen ?? -1) + step];
    if (next !== undefined) onChoose(next);
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-labelledby={label}
      aria-activedescendant={chosen === null ? undefined : `option-${chosen}`}
      className={styles.list}
      onKeyDown={walk}
    >
      {children}
    </div>
  );
}

type VariationsProps = Pick<Choosing, 'variationId' | 'chooseVariation'> & {
  product: CatalogueProduct;
  group: string | null;
};

function Variations({ product, variationId, chooseVariation, group }: VariationsProps) {
  const styles = useStyles();
  const { variations } = product;
  /** Photos are shown only if a variation has its own: the same photo on each row would tell nothing. */
  const hasOwnPhotos = variations.some(({ image_url }) => image_url !== undefined);
  /** Arrow keys skip variations that are sold out. */
  const walkable = variations
    .filter(({ id, availableQuantity }) => availableQuantity > 0 || id === variationId)
    .map(({ id }) => id);
  return (
    <div className={mergeClasses(styles.pane, styles.first)}>
      <div id="picker-variation" className={styles.label}>
        Variation
      </div>
      <OptionList label="picker-variation" ids={walkable} chosen={variationId} onChoose={chooseVariation}>
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
      </OptionList>
    </div>
  );
}

type UnitsProps = Pick<UnitPickerProps, 'storeName' | 'timeZone' | 'group' | 'onAdd'> &
  Pick<Choosing, 'units' | 'freeIds' | 'unitId' | 'chooseUnit'> & { picked: Picked };

function Units(props: UnitsProps) {
  const { units, freeIds, unitId, chooseUnit, picked, storeName, timeZone, group, onAdd } = props;
  const styles = useStyles();
  return (
    <div className={styles.pane}>
      <div id="picker-unit" className={styles.label}>
        Unit
      </div>
      {units.length === 0 ? (
        <NoUnits picked={picked} storeName={storeName} />
      ) : (
        <OptionList label="picker-unit" ids={freeIds} chosen={unitId} onChoose={chooseUnit}>
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
                onClick={() => !isOff && chooseUnit(unit.id)}
                onDoubleClick={() => !isOff && onAdd(unit.id)}
              >
                <UnitText unit={unit} chosen={unit.id === unitId} timeZone={timeZone} group={group} />
              </div>
            );
          })}
        </OptionList>
      )}
    </div>
  );
}
