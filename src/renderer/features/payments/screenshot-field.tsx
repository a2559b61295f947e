import { Spinner, makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  ArrowClockwise16Regular,
  Dismiss16Regular,
  ErrorCircle12Filled,
  ImageAdd20Regular,
  ImageOff20Regular,
} from '@fluentui/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import { PICTURE_TYPES } from '#renderer/lib/picture-uploads.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import type { ScreenshotState } from './use-screenshot.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '4px', flexShrink: 0, height: '44px' },
  picture: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: '44px',
    height: '44px',
    boxSizing: 'border-box',
    border: `1px solid ${palette.buttonBorder}`,
    borderRadius: '8px',
    overflow: 'hidden',
    backgroundColor: palette.canvas,
    color: palette.text3,
  },
  failed: { border: `1px solid ${palette.danger}`, color: palette.danger },
  image: { width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'top' },
  waiting: { opacity: 0.4 },
  spinner: { position: 'absolute' },
  trouble: { ...type.metaStrong, display: 'flex', gap: '4px', color: palette.danger },
  troubleIcon: { flexShrink: 0, marginTop: '2px' },
});

const waitingText = { uploading: 'Uploading screenshot', attached: 'Screenshot attached' } as const;

type ScreenshotFieldProps = {
  state: ScreenshotState;
  isNarrow: boolean;
  /** Why none can be added now. */
  disabledReason?: string | null;
};

/** Chooses a screenshot of the payment and shows it; 44 px high like the form's other fields. */
export function ScreenshotField({ state, isNarrow, disabledReason = null }: ScreenshotFieldProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const { screenshot } = state;
  const preview = screenshot.kind === 'none' ? null : screenshot.preview;
  const [brokenPreview, setBrokenPreview] = useState<string | null>(null);
  const ask = () => input.current?.click();
  return (
    <div className={styles.root} role="group" aria-label="Screenshot">
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Screenshot file"
        accept={PICTURE_TYPES}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows choosing the same file again after it was removed.
          event.target.value = '';
          if (file) state.choose(file);
        }}
      />
      {screenshot.kind === 'none' ? (
        <AddButton isNarrow={isNarrow} disabledReason={disabledReason} onClick={ask} />
      ) : (
        <>
          <span className={mergeClasses(styles.picture, screenshot.kind === 'failed' && styles.failed)}>
            {preview && preview !== brokenPreview ? (
              <img
                src={preview}
                alt={screenshot.kind === 'failed' ? '' : waitingText[screenshot.kind]}
                className={mergeClasses(styles.image, screenshot.kind !== 'attached' && styles.waiting)}
                onError={() => setBrokenPreview(preview)}
              />
            ) : (
              <ImageOff20Regular aria-hidden="true" />
            )}
            {screenshot.kind === 'uploading' ? <Spinner size="tiny" className={styles.spinner} /> : null}
          </span>
          {screenshot.kind === 'failed' && screenshot.mayRetry ? (
            <Button
              size="till"
              icon={<ArrowClockwise16Regular />}
              label="Retry the upload"
              onClick={state.retry}
            />
          ) : null}
          {screenshot.kind === 'failed' && !screenshot.mayRetry ? (
            <Button size="till" icon={<ImageAdd20Regular />} label="Choose another picture" onClick={ask} />
          ) : null}
          <Button
            appearance="subtle"
            icon={<Dismiss16Regular />}
            label="Remove screenshot"
            onClick={state.remove}
          />
        </>
      )}
    </div>
  );
}

type AddButtonProps = Omit<ScreenshotFieldProps, 'state'> & { onClick: () => void };

function AddButton({ isNarrow, disabledReason = null, onClick }: AddButtonProps): ReactNode {
  if (isNarrow) {
    return (
      <Button
        size="till"
        icon={<ImageAdd20Regular />}
        label="Add screenshot, or paste it with Ctrl+V"
        disabledReason={disabledReason}
        onClick={onClick}
      />
    );
  }
  return (
    <Button
      size="till"
      icon={<ImageAdd20Regular />}
      title="Choose a picture, or paste it with Ctrl+V"
      disabledReason={disabledReason}
      onClick={onClick}
    >
      Add screenshot
    </Button>
  );
}

/** Says why the upload failed; renders nothing otherwise. */
export function ScreenshotTrouble({ state }: { state: ScreenshotState }) {
  const styles = useStyles();
  const { screenshot } = state;
  if (screenshot.kind !== 'failed') return null;
  return (
    <div className={styles.trouble} role="alert">
      <ErrorCircle12Filled className={styles.troubleIcon} aria-hidden="true" />
      Screenshot could not be uploaded. {screenshot.message}
    </div>
  );
}
