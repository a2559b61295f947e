import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  ArrowLeft16Regular,
  ArrowRight16Regular,
  Delete16Regular,
  ImageOff24Regular,
} from '@fluentui/react-icons';
import { useState, type DragEvent, type KeyboardEvent, type Ref } from 'react';
import { thumbnailUrl } from '#domain/media.ts';
import { Button } from '#renderer/ui/button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { focusRing, palette } from '#renderer/ui/theme.ts';
import { tileFrame } from './tile-frame.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    width: tileFrame.width,
  },
  frame: {
    ...tileFrame,
    cursor: 'zoom-in',
    ':hover': { border: `1px solid ${palette.buttonBorder}` },
    ':focus-visible': focusRing,
  },
  dragged: { opacity: 0.4 },
  image: { width: '100%', height: '100%', minHeight: 0, objectFit: 'contain' },
  badge: { position: 'absolute', top: '8px', left: '8px' },
  buttons: { display: 'flex', justifyContent: 'center', gap: '4px' },
  // Marks where the dragged photo would land.
  line: {
    '::after': {
      content: '""',
      position: 'absolute',
      top: 0,
      height: tileFrame.height,
      width: '3px',
      borderRadius: '2px',
      backgroundColor: palette.brand,
    },
  },
  before: { '::after': { left: '-8px' } },
  behind: { '::after': { right: '-8px' } },
});

/** The side of a tile on which a dragged item would land. */
export type Side = 'before' | 'behind';

function sideOf(event: DragEvent): Side {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'behind';
}

type PhotoTileProps = {
  imageUrl: string;
  /** Counted from 1. */
  place: number;
  count: number;
  buttonRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
  /** Present for people who may change the product. */
  editing?: {
    isDragged: boolean;
    landing: Side | null;
    onMove: (place: number) => void;
    onDelete: () => void;
    onDrag: (isDragged: boolean) => void;
    onOver: (side: Side) => void;
    onDrop: (side: Side) => void;
  };
};

/** One photo of a product; editors can drag it, move it by arrow keys and buttons, and delete it. */
export function PhotoTile({ imageUrl, place, count, buttonRef, onOpen, editing }: PhotoTileProps) {
  const styles = useStyles();
  const [isBroken, setIsBroken] = useState(false);
  const places: Record<string, number> = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 1, End: count };
  const moveByKey = (event: KeyboardEvent) => {
    const next = places[event.key];
    if (event.key === 'Delete') editing?.onDelete();
    if (next === undefined || !editing) return;
    event.preventDefault();
    editing.onMove(next);
  };
  return (
    <li
      className={mergeClasses(
        styles.root,
        editing?.isDragged && styles.dragged,
        editing?.landing ? styles.line : undefined,
        editing?.landing ? styles[editing.landing] : undefined,
      )}
      draggable={Boolean(editing)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', imageUrl);
        editing?.onDrag(true);
      }}
      onDragEnd={() => editing?.onDrag(false)}
      onDragOver={(event) => {
        if (!editing || event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        editing.onOver(sideOf(event));
      }}
      onDrop={(event) => {
        if (!editing || event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        editing.onDrop(sideOf(event));
      }}
    >
      <button
        ref={buttonRef}
        type="button"
        className={styles.frame}
        aria-label={`Photo ${place} of ${count}`}
        aria-describedby={editing && count > 1 ? 'photo-keys' : undefined}
        onClick={onOpen}
        onKeyDown={moveByKey}
      >
        {isBroken ? (
          <ImageOff24Regular aria-hidden="true" />
        ) : (
          <img
            src={thumbnailUrl(imageUrl, 'card')}
            alt=""
            draggable={false}
            className={styles.image}
            onError={() => setIsBroken(true)}
          />
        )}
      </button>
      {place === 1 ? (
        <span className={styles.badge}>
          <StatusBadge tone="teal" mark="none">
            Main
          </StatusBadge>
        </span>
      ) : null}
      {editing ? (
        <span className={styles.buttons}>
          <Button
            appearance="subtle"
            icon={<ArrowLeft16Regular />}
            label={`Move photo ${place} left`}
            disabled={place === 1}
            onClick={() => editing.onMove(place - 1)}
          />
          <Button
            appearance="subtle"
            icon={<ArrowRight16Regular />}
            label={`Move photo ${place} right`}
            disabled={place === count}
            onClick={() => editing.onMove(place + 1)}
          />
          <Button
            appearance="subtle"
            icon={<Delete16Regular />}
            label={`Delete photo ${place}`}
            onClick={editing.onDelete}
          />
        </span>
      ) : null}
    </li>
  );
}
