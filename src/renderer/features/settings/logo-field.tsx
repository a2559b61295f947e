import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import {
  Delete20Regular,
  ErrorCircle12Filled,
  ImageAdd20Regular,
  ImageAdd24Regular,
} from '@fluentui/react-icons';
import { useId, useRef, useState, type DragEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { LOGO_TYPES } from './use-logo-upload.ts';

const useStyles = makeStyles({
  label: { ...type.bodyStrong, display: 'block', marginBottom: '4px', color: palette.text1 },
  frame: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSizing: 'border-box',
    width: '176px',
    height: '88px',
    padding: '12px',
    border: `1px dashed ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text3,
    overflow: 'hidden',
  },
  beside: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    [windows.phone]: { flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  },
  filled: { border: `1px solid ${palette.hairline}`, backgroundColor: palette.surface },
  over: { border: `1px dashed ${palette.brand}`, backgroundColor: palette.brandFill },
  invalid: { border: `1px solid ${palette.danger}` },
  picture: { display: 'block', maxWidth: '150px', maxHeight: '64px', objectFit: 'contain' },
  hint: { ...type.meta, margin: '8px 0 0', color: palette.text3 },
  error: { ...type.metaStrong, display: 'flex', gap: '4px', margin: '8px 0 0', color: palette.danger },
  icon: { flexShrink: 0, marginTop: '2px' },
});

type LogoFieldProps = {
  url: string | null;
  busy: boolean;
  error: string | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
};

/** The shop's logo: chosen or dropped, previewed at once, removable. */
export function LogoField({ url, busy, error, onChoose, onRemove }: LogoFieldProps) {
  const styles = useStyles();
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    <div role="group" aria-labelledby={labelId}>
      <span id={labelId} className={styles.label}>
        Logo
      </span>
      <div className={styles.beside}>
        <div
          className={mergeClasses(
            styles.frame,
            url !== null && styles.filled,
            isOver && styles.over,
            error !== null && styles.invalid,
          )}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          {busy ? (
            <Spinner size="small" aria-label="Uploading the logo" />
          ) : url === null ? (
            <ImageAdd24Regular aria-hidden="true" />
          ) : (
            <img src={url} alt="The shop’s logo" className={styles.picture} />
          )}
        </div>
        <div>
          <Row gap={8} wraps>
            <Button icon={<ImageAdd20Regular />} disabled={busy} onClick={() => input.current?.click()}>
              {url === null ? 'Upload logo' : 'Replace logo'}
            </Button>
            {url === null ? null : (
              <Button appearance="subtle" icon={<Delete20Regular />} disabled={busy} onClick={onRemove}>
                Remove logo
              </Button>
            )}
          </Row>
          <p className={styles.hint}>
            JPEG, PNG or WebP, at most 5 MB. It stands in the top bar, 32 pixels high.
          </p>
          {error ? (
            <p className={styles.error} role="alert">
              <ErrorCircle12Filled className={styles.icon} aria-hidden="true" />
              {error}
            </p>
          ) : null}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo file"
        accept={LOGO_TYPES}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // So that the same file can be chosen again after it was removed.
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}
