import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { thumbnailUrl, type ThumbnailSize } from '#domain/media.ts';
import { drawings, type DrawingName } from './product-drawings.tsx';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    borderRadius: '6px',
    overflow: 'hidden',
  },
  drawing: { display: 'block' },
  photo: { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' },
  coming: { opacity: 0 },
  dimmed: { opacity: 0.5 },
});

/** Words in category and product names, first match wins: a "phone case" is a case. */
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

/** Returns the drawing for a category or product name. */
function drawingFor(kind: string): DrawingName {
  if (kind in drawings) return kind as DrawingName;
  return words.find(([word]) => word.test(kind))?.[1] ?? 'default';
}

/** Photos loaded before show at once, without a drawing first. */
const seen = new Set<string>();

function Photo({ url, onState }: { url: string; onState: (state: 'shown' | 'broken') => void }) {
  const styles = useStyles();
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={mergeClasses(styles.photo, !seen.has(url) && styles.coming)}
      onLoad={() => {
        seen.add(url);
        onState('shown');
      }}
      onError={() => {
        seen.delete(url);
        onState('broken');
      }}
    />
  );
}

type ProductPictureProps = {
  /** The photo's URL; null without one. */
  photo?: string | null;
  /** A category or product name: "Phones", "USB-C cable". */
  kind: string;
  /** A colour word of the variation: "Arctic Grey", "Midnight". */
  colour?: string | null;
  /** True if none is left or it is locked. */
  dimmed?: boolean;
  /** Side of the square in pixels: 72 on a card with a photo, 40 in a dialog's head or a list. */
  size?: number;
  /** Pixels of the drawing inside the square. */
  drawn?: number;
};

/** Above this many pixels the larger thumbnail is requested. */
const SMALL = 56;

/**
 * A product's photo; a line drawing until it has loaded or where there is none. Decoration beside the product's name;
 * the square is the same either way.
 */
export function ProductPicture(props: ProductPictureProps) {
  const { photo = null, kind, colour, dimmed = false, size = 64, drawn = size } = props;
  const styles = useStyles();
  const thumbnail: ThumbnailSize = size > SMALL ? 'card' : 'small';
  const url = photo === null ? null : thumbnailUrl(photo, thumbnail);
  const [state, setState] = useState<{ url: string; is: 'shown' | 'broken' } | null>(null);
  const is = state !== null && state.url === url ? state.is : null;
  const isDrawn = url === null || is === 'broken' || (is === null && !seen.has(url));
  const tint = (colour && tints.find(([word]) => word.test(colour))?.[1]) || PLAIN;
  return (
    <span
      className={mergeClasses(styles.root, dimmed && styles.dimmed)}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {isDrawn ? (
        <svg className={styles.drawing} width={drawn} height={drawn} viewBox="0 0 64 64">
          {drawings[drawingFor(kind)](tint)}
        </svg>
      ) : null}
      {url !== null && is !== 'broken' ? (
        <Photo key={url} url={url} onState={(now) => setState({ url, is: now })} />
      ) : null}
    </span>
  );
}
