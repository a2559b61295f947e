import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { DocumentTable20Regular, DocumentTable24Regular, ErrorCircle12Filled } from '@fluentui/react-icons';
import { useId, useRef, useState, type DragEvent } from 'react';
import { bytesText } from '#domain/bytes-text.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CsvInput } from '#renderer/ui/file-input.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  label: { ...type.bodyStrong, display: 'block', marginBottom: '4px', color: palette.text1 },
  frame: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    boxSizing: 'border-box',
    minHeight: '88px',
    padding: '16px',
    border: `1px dashed ${palette.fieldBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text2,
    '& > svg': { flexShrink: 0 },
    [windows.phone]: { flexWrap: 'wrap', '& > svg': { display: 'none' }, '& > button': { flexGrow: 1 } },
  },
  over: { border: `1px dashed ${palette.brand}`, backgroundColor: palette.brandFill },
  invalid: { border: `1px solid ${palette.danger}` },
  text: { flexGrow: 1, minWidth: 0, [windows.phone]: { flexBasis: '100%' } },
  error: { ...type.metaStrong, display: 'flex', gap: '4px', margin: '8px 0 0', color: palette.danger },
  icon: { flexShrink: 0, marginTop: '2px' },
});

type FileFieldProps = {
  file: File | null;
  error: string | null;
  onChoose: (file: File) => void;
};

/** Takes a CSV file, chosen or dropped. */
export function FileField({ file, error, onChoose }: FileFieldProps) {
  const styles = useStyles();
  const [labelId, errorId] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={error ? errorId : undefined}>
      <span id={labelId} className={styles.label}>
        File
      </span>
      <div
        className={mergeClasses(styles.frame, isOver && styles.over, error !== null && styles.invalid)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <DocumentTable24Regular aria-hidden="true" />
        <div className={styles.text}>
          <Text as="div" size="bodyStrong" tone="text1" breaks>
            {file ? file.name : 'Drop a CSV file here'}
          </Text>
          <Text as="div" size="meta" tone="text3">
            {file
              ? bytesText(file.size)
              : 'As Excel saves it: with commas, semicolons or tabs, at most 5 MB.'}
          </Text>
        </div>
        <Button icon={<DocumentTable20Regular />} onClick={() => input.current?.click()}>
          {file ? 'Choose another' : 'Choose file'}
        </Button>
      </div>
      {error ? (
        <p id={errorId} className={styles.error} role="alert">
          <ErrorCircle12Filled className={styles.icon} aria-hidden="true" />
          {error}
        </p>
      ) : null}
      <CsvInput ref={input} onChoose={onChoose} />
    </div>
  );
}
