import { makeStyles } from '@fluentui/react-components';
import { ArrowLeft20Regular, ArrowRight20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Photo } from '#contract/products.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    placeItems: 'center',
    height: 'min(560px, calc(100vh - 260px))',
    minHeight: '240px',
  },
  picture: { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain', minHeight: 0 },
});

type PhotoDialogProps = { name: string; photos: readonly Photo[]; first: number; onClose: () => void };

/** The photos of a product, large, one after the other. */
export function PhotoDialog({ name, photos, first, onClose }: PhotoDialogProps) {
  const styles = useStyles();
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
