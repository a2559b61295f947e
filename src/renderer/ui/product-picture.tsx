import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { drawings, type DrawingName } from './product-drawings.tsx';

const useStyles = makeStyles({
  root: { display: 'block', flexShrink: 0 },
  dimmed: { opacity: 0.5 },
});

/** Words of category and product names, first match wins: a "phone case" is a case. */
const words: readonly [RegExp, DrawingName][] = [
  [/case|cover|sleeve|protector|strap/i, 'case'],
  [/power[ _]?bank/i, 'power bank'],
  [/watch|wearable|band/i, 'watch'],
  [/cable|cord|adapter|hub|dongle/i, 'cable'],
  [/charg|gan/i, 'charger'],
  [/speaker|soundbar/i, 'speaker'],
  [/ear|bud|head|audio|pods|microphone/i, 'earbuds'],
  [/tablet|ipad|\bpad\b|e-?reader/i, 'tablet'],
  [/laptop|notebook|macbook|chromebook/i, 'laptop'],
  [/gam|console|controller/i, 'gaming'],
  [/monitor|display|\btvs?\b|television|projector/i, 'monitor'],
  [/camera|webcam|drone|lens/i, 'camera'],
  [/network|router|wi-?fi|modem|switch|mesh/i, 'networking'],
  [/storage|\bssd\b|\bhdd\b|drive|memory|card/i, 'storage'],
  [/peripheral|keyboard|mouse|mice|printer|stylus/i, 'peripheral'],
  [/phone|mobile|smartphone/i, 'phone'],
];

const tints: readonly [RegExp, string][] = [
  [/navy|midnight/i, '#2C3E66'],
  [/black|graphite|obsidian|onyx/i, '#2B3134'],
  [/space|gr[ae]y|titanium|storm/i, '#6B7779'],
  [/white|silver|starlight|pearl|cream/i, '#B8C1C3'],
  [/blue|sky|ocean|ice/i, '#6E86B8'],
  [/green|mint|olive|sage/i, '#4B7F6B'],
  [/purple|violet|lavender|lilac/i, '#8878AE'],
  [/pink|rose|coral/i, '#C58A9B'],
  [/red|crimson|ruby/i, '#A63D40'],
  [/gold|yellow|sand|champagne/i, '#BFA46A'],
  [/orange|copper|bronze/i, '#BD7B4B'],
];
const PLAIN = '#5C6B6D';

/** The drawing that stands for a category or product name. */
export function drawingFor(kind: string): DrawingName {
  if (kind in drawings) return kind as DrawingName;
  return words.find(([word]) => word.test(kind))?.[1] ?? 'default';
}

export type ProductPictureProps = {
  /** A category or product name: "Phones", "USB-C cable". */
  kind: string;
  /** A colour word of the variation: "Arctic Grey", "Midnight". */
  colour?: string | null;
  /** Nothing left, or locked. */
  dimmed?: boolean;
  /** Pixels of its square: 64 on a card, 40 in a dialog's head or a list. */
  size?: number;
};

/** A line drawing in the place of a missing product photo; decoration beside the product's name. */
export function ProductPicture({ kind, colour, dimmed = false, size = 64 }: ProductPictureProps) {
  const styles = useStyles();
  const tint = (colour && tints.find(([word]) => word.test(colour))?.[1]) || PLAIN;
  return (
    <svg
      className={mergeClasses(styles.root, dimmed && styles.dimmed)}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      {drawings[drawingFor(kind)](tint)}
    </svg>
  );
}
