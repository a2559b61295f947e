import { makeStyles } from '@fluentui/react-components';
import { ArrowLeft20Regular, ArrowRight20Regular, ImageAdd24Regular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef, useState } from 'react';
import { media } from '#contract/media.ts';
import { type Photo, type Product, products } from '#contract/products.ts';
import { PHOTOS_MAX } from '#domain/media.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { focusRing, palette, type } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { DropFiles, useChooser } from './drop-files.tsx';
import { PhotoTile, type Side } from './photo-tile.tsx';
import { tileFrame } from './tile-frame.ts';
import { UploadTile } from './upload-tile.tsx';
import { isRefused, usePhotoUploads } from './use-photo-uploads.ts';

/** Returns the list with one member moved to a place, counted from 0. */
function moved(ids: readonly number[], id: number, place: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/**
 * The order of a product's photos. A move shows at once and is sent after earlier ones; failures and changes by
 * others show once the last one is answered.
 */
function usePhotoOrder(productId: number, photos: readonly Photo[]) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const waiting = useRef<{ photoId: number; position: number }[]>([]);
  const isSending = useRef(false);
  const { run } = useRouteMutation(products.movePhoto, { failed: 'Failed to move photo', isFixed: true });

  const known = new Map(photos.map((photo) => [photo.id, photo]));
  const order = wanted ?? [];
  const shown = wanted
    ? [
        ...order.flatMap((id) => known.get(id) ?? []),
        // Photos added meanwhile come last.
        ...photos.filter(({ id }) => !order.includes(id)),
      ]
    : photos;
  const ids = shown.map(({ id }) => id);

  const send = async () => {
    if (isSending.current) return;
    isSending.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { photoId, position } = next;
      const done = await run({ params: { productId, photoId }, body: { position } });
      if (!done) waiting.current = [];
    }
    isSending.current = false;
    setWanted(null);
  };

  return {
    photos: shown,
    /** Moves a photo to a place, counted from 0; false if it is there already or there is no such place. */
    move: (photoId: number, place: number): boolean => {
      if (place < 0 || place >= ids.length || ids[place] === photoId) return false;
      setWanted(moved(ids, photoId, place));
      // Only the last of several moves of one photo counts.
      waiting.current = waiting.current.filter((other) => other.photoId !== photoId);
      waiting.current.push({ photoId, position: place + 1 });
      void send();
      return true;
    },
  };
}

const usePhotoDialogStyles = makeStyles({
  frame: {
    display: 'grid',
    placeItems: 'center',
    height: 'min(560px, calc(100vh - 260px))',
    minHeight: '240px',
  },
  picture: { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain', minHeight: 0 },
});

type PhotoDialogProps = { name: string; photos: readonly Photo[]; first: number; onClose: () => void };

/** Shows the photos of a product large, one at a time. */
function PhotoDialog({ name, photos, first, onClose }: PhotoDialogProps) {
  const styles = usePhotoDialogStyles();
  const [place, setPlace] = useState(first);
  const [broken, setBroken] = useState<string | null>(null);
  const photo = photos[Math.min(place, photos.length - 1)];
  const turn = (step: number) => setPlace((place + step + photos.length) % photos.length);
  if (!photo) return null;
  const where = `Photo ${photos.indexOf(photo) + 1} of ${photos.length}`;
  return (
    <DialogShell
      open
      width={840}
      title={name}
      line={<span role="status">{where}</span>}
      onClose={onClose}
      foot={
        photos.length > 1 ? (
          <>
            <Button size="till" icon={<ArrowLeft20Regular />} onClick={() => turn(-1)}>
              Previous
            </Button>
            <Button size="till" icon={<ArrowRight20Regular />} onClick={() => turn(1)}>
              Next
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={styles.frame}>
        {broken === photo.image_url ? (
          <ErrorState compact title="The photo could not be loaded" onRetry={() => setBroken(null)} />
        ) : (
          <img
            key={photo.id}
            src={photo.image_url}
            alt={`${where} of ${name}`}
            className={styles.picture}
            onError={() => setBroken(photo.image_url)}
          />
        )}
      </div>
    </DialogShell>
  );
}

const useStyles = makeStyles({
  add: {
    ...tileFrame,
    ...type.bodyStrong,
    alignContent: 'center',
    gap: '8px',
    border: `1px dashed ${palette.fieldBorder}`,
    backgroundColor: palette.canvas,
    color: palette.text2,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { border: `1px dashed ${palette.brand}`, color: palette.link },
    ':focus-visible': focusRing,
  },
  hint: { ...type.meta, margin: '12px 0 0', color: palette.text3 },
});

type ProductPhotosProps = { product: Product; mayEdit: boolean };

/** The photos of a product; editors can add, reorder and delete them. */
export function ProductPhotos({ product, mayEdit }: ProductPhotosProps) {
  const own = product.photos.filter(({ product_variation_id }) => product_variation_id === null);
  const [opened, setOpened] = useState<number | null>(null);
  if (own.length === 0 && !mayEdit) return null;
  return (
    <Card title="Photos" side={own.length ? `${own.length} of ${PHOTOS_MAX}` : null}>
      {mayEdit ? (
        <EditedPhotos product={product} own={own} onOpen={setOpened} />
      ) : (
        <PhotoRow own={own} onOpen={setOpened} />
      )}
      {opened === null ? null : (
        <PhotoDialog name={product.name} photos={own} first={opened} onClose={() => setOpened(null)} />
      )}
    </Card>
  );
}

type Own = { own: Product['photos']; onOpen: (place: number) => void };

function PhotoRow({ own, onOpen }: Own) {
  return (
    <Row as="ul" gap={12} wraps>
      {own.map((photo, place) => (
        <PhotoTile
          key={photo.id}
          imageUrl={photo.image_url}
          place={place + 1}
          count={own.length}
          buttonRef={null}
          onOpen={() => onOpen(place)}
        />
      ))}
    </Row>
  );
}

/** Keeps the focus on a moved photo, whose tile would otherwise lose it. */
function useKeptFocus() {
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    buttons.current.get(wanted.current)?.focus();
    wanted.current = null;
  });
  return {
    refOf: (id: number) => (button: HTMLButtonElement | null) => {
      if (button) buttons.current.set(id, button);
      else buttons.current.delete(id);
    },
    keepOn: (id: number) => {
      wanted.current = id;
    },
  };
}

function EditedPhotos({ product, own, onOpen }: Own & { product: Product }) {
  const styles = useStyles();
  const [said, setSaid] = useState('');
  const { photos, move } = usePhotoOrder(product.id, own);
  const uploads = usePhotoUploads({ type: 'product_photo', id: product.id }, (name) =>
    setSaid(`${name} added`),
  );
  const chooser = useChooser(true, uploads.add);
  const focus = useKeptFocus();
  const [dragged, setDragged] = useState<number | null>(null);
  const [landing, setLanding] = useState<{ id: number; side: Side } | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);

  const moveTo = (photoId: number, place: number) => {
    if (!move(photoId, place)) return;
    focus.keepOn(photoId);
    setSaid(`Photo moved to place ${place + 1} of ${photos.length}${place === 0 ? ', the main photo' : ''}`);
  };
  const dropOn = (target: number, side: Side) => {
    const others = photos.filter(({ id }) => id !== dragged);
    const at = others.findIndex(({ id }) => id === target);
    if (dragged !== null && at >= 0) moveTo(dragged, side === 'behind' ? at + 1 : at);
    setDragged(null);
    setLanding(null);
  };
  const free = PHOTOS_MAX - photos.length - uploads.uploads.filter((upload) => !isRefused(upload)).length;
  return (
    <DropFiles several onFiles={uploads.add}>
      <Row as="ul" gap={12} wraps>
        {photos.map(({ id, image_url }, place) => (
          <PhotoTile
            key={id}
            imageUrl={image_url}
            place={place + 1}
            count={photos.length}
            buttonRef={focus.refOf(id)}
            onOpen={() => onOpen(place)}
            editing={{
              isDragged: dragged === id,
              landing: dragged !== null && dragged !== id && landing?.id === id ? landing.side : null,
              onMove: (next) => moveTo(id, next - 1),
              onDelete: () => setDeleting(id),
              onDrag: (isDragged) => {
                setDragged(isDragged ? id : null);
                setLanding(null);
              },
              onOver: (side) => setLanding({ id, side }),
              onDrop: (side) => dropOn(id, side),
            }}
          />
        ))}
        {uploads.uploads.map((upload) => (
          <UploadTile key={upload.key} upload={upload} state={uploads} />
        ))}
        {free > 0 ? (
          <li>
            <button type="button" className={styles.add} onClick={chooser.choose}>
              <ImageAdd24Regular aria-hidden="true" />
              Add photos
            </button>
          </li>
        ) : null}
      </Row>
      <p className={styles.hint}>
        Drop photos here, paste them with Ctrl+V, or choose them: JPEG, PNG or WebP, at most 5 MB each. The
        first one is shown at the till and in lists.{' '}
        {photos.length > 1 ? <span id="photo-keys">Drag them into order, or use the arrow keys.</span> : null}
      </p>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {deleting === null ? null : (
        <DeletePhoto
          photoId={deleting}
          place={photos.findIndex(({ id }) => id === deleting) + 1}
          name={product.name}
          onClose={() => setDeleting(null)}
        />
      )}
      {chooser.field}
    </DropFiles>
  );
}

type DeletePhotoProps = { photoId: number; place: number; name: string; onClose: () => void };

function DeletePhoto({ photoId, place, name, onClose }: DeletePhotoProps) {
  const remove = useRouteMutation(media.delete, {
    done: 'Photo deleted',
    failed: 'Failed to delete photo',
    isFixed: true,
  });
  return (
    <ConfirmDialog
      open
      title={`Delete photo ${place}?`}
      consequence={`It is no longer shown of ${name}, at the till neither. It cannot be brought back.`}
      confirmLabel={`Delete photo ${place}`}
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { mediaId: photoId } }).then((done) => done && onClose())}
      onCancel={onClose}
    />
  );
}
