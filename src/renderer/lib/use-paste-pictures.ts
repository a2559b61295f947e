import { useLayoutEffect } from 'react';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** While `isActive`, sends pictures pasted anywhere on the page to `onPictures`; text is pasted as usual. */
export function usePastePictures(
  { isActive, inDialog = false }: { isActive: boolean; inDialog?: boolean },
  onPictures: (files: File[]) => void,
): void {
  const latest = useLatest(onPictures);
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const pictures = files.filter((file) => file.type.startsWith('image/'));
      if (pictures.length === 0 || isDialogOpen() !== inDialog) return;
      event.preventDefault();
      latest.current(pictures);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [isActive, inDialog, latest]);
}
