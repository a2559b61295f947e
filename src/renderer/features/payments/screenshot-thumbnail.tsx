import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ImageOff20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { focusRing, palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSizing: 'border-box',
    width: '44px',
    height: '44px',
    padding: 0,
    border: `1px solid ${palette.buttonBorder}`,
    borderRadius: '8px',
    overflow: 'hidden',
    backgroundColor: palette.canvas,
    color: palette.text3,
    cursor: 'zoom-in',
    ':hover': { border: `1px solid ${palette.text3}` },
    ':focus-visible': focusRing,
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'top' },
  faded: { opacity: 0.5 },
});

type ScreenshotThumbnailProps = { url: string; label: string; isFaded?: boolean; onOpen: () => void };

/** Shows a payment's screenshot small; a click opens it large. */
export function ScreenshotThumbnail({ url, label, isFaded = false, onOpen }: ScreenshotThumbnailProps) {
  const styles = useStyles();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  return (
    <button type="button" className={styles.root} aria-label={label} onClick={onOpen}>
      {brokenUrl === url ? (
        <ImageOff20Regular aria-hidden="true" />
      ) : (
        <img
          src={url}
          alt=""
          className={mergeClasses(styles.picture, isFaded && styles.faded)}
          onError={() => setBrokenUrl(url)}
        />
      )}
    </button>
  );
}
