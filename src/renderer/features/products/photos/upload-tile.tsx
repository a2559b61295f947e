import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { ArrowClockwise16Regular, Dismiss16Regular, ImageOff24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { tileFrame } from './tile-frame.ts';
import type { PhotoUploads, Upload } from './use-photo-uploads.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', width: tileFrame.width },
  frame: tileFrame,
  failed: { border: `1px solid ${palette.danger}`, color: palette.danger },
  image: { width: '100%', height: '100%', objectFit: 'contain', opacity: 0.4 },
  spinner: { position: 'absolute' },
});

/** A photo being uploaded, or one that failed, with the reason. */
export function UploadTile({ upload, state }: { upload: Upload; state: PhotoUploads }) {
  const styles = useStyles();
  const [isBroken, setIsBroken] = useState(false);
  const isFailed = upload.state === 'failed';
  const { name } = upload.file;
  return (
    <li className={styles.root}>
      <span className={mergeClasses(styles.frame, isFailed && styles.failed)}>
        {isBroken ? (
          <ImageOff24Regular aria-hidden="true" />
        ) : (
          <img src={upload.preview} alt="" className={styles.image} onError={() => setIsBroken(true)} />
        )}
        {isFailed ? null : (
          <Spinner size="small" className={styles.spinner} aria-label={`Uploading ${name}`} />
        )}
      </span>
      {isFailed ? (
        <>
          <Text as="p" role="alert" size="metaStrong" tone="danger" breaks>
            {name}: {upload.message}
          </Text>
          <Spread as="span">
            {upload.mayRetry ? (
              <Button
                appearance="subtle"
                icon={<ArrowClockwise16Regular />}
                label={`Retry ${name}`}
                onClick={() => state.retry(upload)}
              />
            ) : null}
            <Button
              appearance="subtle"
              icon={<Dismiss16Regular />}
              label={`Take ${name} off`}
              onClick={() => state.remove(upload.key)}
            />
          </Spread>
        </>
      ) : null}
    </li>
  );
}
