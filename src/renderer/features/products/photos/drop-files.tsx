import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { PICTURE_TYPES } from '#renderer/lib/picture-uploads.ts';
import { usePastePictures } from '#renderer/lib/use-paste-pictures.ts';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { borderRadius: '8px', outlineOffset: '6px' },
  over: { outline: `2px dashed ${palette.brand}`, backgroundColor: palette.brandFill },
});

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

type DropFilesProps = {
  several: boolean;
  inDialog?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

/** Accepts pictures dropped onto its children, or pasted anywhere. */
export function DropFiles({ several, inDialog = false, onFiles, children }: DropFilesProps) {
  const styles = useStyles();
  const [isOver, setIsOver] = useState(false);
  const take = (files: readonly File[]) => onFiles(several ? [...files] : files.slice(0, 1));
  usePastePictures({ isActive: true, inDialog }, take);
  return (
    <div
      className={mergeClasses(styles.root, isOver && styles.over)}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

/** Opens the file dialog for pictures: the open function and its hidden input. */
export function useChooser(several: boolean, onFiles: (files: File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      multiple={several}
      aria-label={several ? 'Photo files' : 'Photo file'}
      accept={PICTURE_TYPES}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // So that the same file can be chosen again after it was removed.
        event.target.value = '';
        if (files.length) onFiles(files);
      }}
    />
  );
  return { field, choose: () => input.current?.click() };
}
