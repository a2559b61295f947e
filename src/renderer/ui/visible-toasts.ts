/** Toasts that stand at once: a fourth sends the oldest away. */
const MOST = 3;

/** A toast that stands or is about to. */
export type VisibleToast = {
  id: string;
  /** Who said it: a success of theirs sends away what they said went wrong. */
  by: string;
  kind: 'success' | 'info' | 'warning' | 'error';
  /** All that it says, where that is text. */
  text: string | null;
};

/** Which toasts stand, the oldest first; each function returns the ids of those that have to leave. */
export function createVisibleToasts() {
  let visible: readonly VisibleToast[] = [];

  function sendAway(isLeaving: (toast: VisibleToast, index: number) => boolean): string[] {
    const leaving = visible.filter(isLeaving);
    visible = visible.filter((toast) => !leaving.includes(toast));
    return leaving.map(({ id }) => id);
  }

  return {
    /** One more stands: it takes the place of one that says the same, else of the oldest where there are too many. */
    add: (toast: VisibleToast): string[] => {
      const same = sendAway(({ text }) => text !== null && text === toast.text);
      const tooMany = visible.length + 1 - MOST;
      const oldest = sendAway((_, index) => index < tooMany);
      visible = [...visible, toast];
      return [...same, ...oldest];
    },
    /** What failed there went well at last. */
    settle: (by: string): string[] => sendAway((toast) => toast.by === by && toast.kind === 'error'),
    /** What went well leaves before a dialog opens. */
    hush: (): string[] => sendAway(({ kind }) => kind === 'success' || kind === 'info'),
    /** One left by itself. */
    forget: (id: string): void => void sendAway((toast) => toast.id === id),
  };
}
export type VisibleToasts = ReturnType<typeof createVisibleToasts>;
