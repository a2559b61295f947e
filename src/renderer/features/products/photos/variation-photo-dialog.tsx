import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, ImageAdd20Regular } from '@fluentui/react-icons';
import { media } from '#contract/media.ts';
import type { Product, Variation } from '#contract/products.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { DropFiles, useChooser } from './drop-files.tsx';
import { UploadTile } from './upload-tile.tsx';
import { usePhotoUploads } from './use-photo-uploads.ts';

const useStyles = makeStyles({
  picture: {
    flexShrink: 0,
    padding: '8px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
  },
});

type VariationPhotoDialogProps = { product: Product; variation: Variation; onClose: () => void };

/** The one photo of a variation: dropped, pasted, chosen, replaced or removed; saved at once. */
export function VariationPhotoDialog({ product, variation, onClose }: VariationPhotoDialogProps) {
  const styles = useStyles();
  const own = product.photos.find(({ product_variation_id: id }) => id === variation.id);
  const state = usePhotoUploads({ type: 'variation_photo', id: variation.id });
  const take = (files: File[]) => {
    state.uploads.forEach(({ key, state: at }) => at === 'failed' && state.remove(key));
    state.add(files);
  };
  const chooser = useChooser(false, take);
  const remove = useRouteMutation(media.delete, {
    done: 'Photo deleted',
    failed: 'Failed to delete photo',
    isFixed: true,
  });
  const [upload] = state.uploads;
  return (
    <DialogShell
      open
      width={600}
      title={`Photo of ${variation.name}`}
      line={product.name}
      onClose={onClose}
      foot={
        <Button size="till" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DropFiles several={false} inDialog onFiles={take}>
        <Row as="ul" gap={20} align="start">
          {upload ? (
            <UploadTile upload={upload} state={state} />
          ) : (
            <li className={styles.picture}>
              <ProductPicture
                photo={own?.image_url ?? product.image_url}
                kind={product.kind}
                colour={variation.name}
                dimmed={!own}
                size={160}
                drawn={96}
              />
            </li>
          )}
          <Stack as="li" gap={12} align="start">
            <Text as="p" size="body" tone="text2">
              {own
                ? 'This variation has a photo of its own.'
                : product.image_url
                  ? 'The product’s main photo stands for this variation.'
                  : 'Neither this variation nor its product has a photo.'}
            </Text>
            <Row gap={8} wraps>
              <Button
                icon={<ImageAdd20Regular />}
                disabled={upload?.state === 'uploading'}
                onClick={chooser.choose}
              >
                {own ? 'Replace photo' : 'Add photo'}
              </Button>
              {own ? (
                <Button
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  disabled={remove.busy}
                  onClick={() => void remove.run({ params: { mediaId: own.id } })}
                >
                  Delete photo
                </Button>
              ) : null}
            </Row>
            <Text as="p" size="meta" tone="text3">
              Drop it here, paste it with Ctrl+V, or choose it: JPEG, PNG or WebP, at most 5 MB.
            </Text>
          </Stack>
        </Row>
      </DropFiles>
      {chooser.field}
    </DialogShell>
  );
}
