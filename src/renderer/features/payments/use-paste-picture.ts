import { useLayoutEffect } from 'react';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** While `isActive`, a picture pasted anywhere on the page goes to `onPicture`; pasted text goes where it always goes. */
export function usePastePicture(
  { isActive, inDialog = false }: { isActive: boolean; inDialog?: boolean },
  onPicture: (file: File) => void,
): void {
  const latest = useLatest(onPicture);
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'));
      if (!picture || isDialogOpen() !== inDialog) return;
      event.preventDefault();
      latest.current(picture);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [isActive, inDialog, latest]);
}
