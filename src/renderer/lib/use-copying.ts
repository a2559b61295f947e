import { useNotify } from '#renderer/ui/toasts.tsx';

/** Puts a text where it can be pasted from, and says so; a browser that is not trusted with that says what to do instead. */
export function useCopying() {
  const notify = useNotify();
  return async (text: string): Promise<void> => {
    // Absent where the page did not come by HTTPS.
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
