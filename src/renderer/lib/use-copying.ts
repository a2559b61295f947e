import { useNotify } from '#renderer/ui/toasts.tsx';

/** Copies a text to the clipboard and says so; without clipboard access says what to do instead. */
export function useCopying() {
  const notify = useNotify();
  return async (text: string): Promise<void> => {
    // Absent unless the page was loaded over HTTPS.
    const { clipboard } = navigator as Partial<Pick<Navigator, 'clipboard'>>;
    const isCopied =
      clipboard !== undefined &&
      (await clipboard.writeText(text).then(
        () => true,
        () => false,
      ));
    if (isCopied) notify.success(`${text} copied`);
    else notify.warning('This browser does not allow copying', `The number is ${text}`);
  };
}
