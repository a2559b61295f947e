/** The maximum number of visible toasts: a fourth dismisses the oldest. */
const MOST = 3;

/** A toast that is visible or about to be. */
export type VisibleToast = {
  id: string;
  /** The source of the toast: its successes dismiss its errors. */
  by: string;
  kind: 'success' | 'info' | 'warning' | 'error';
  /** The whole text of the toast; null if it is not plain text. */
  text: string | null;
  /** Its subject: of each there is one toast at most. */
  about?: string | undefined;
  /** How many keys and presses of a pointer there had been when it was shown. */
  acts: number;
};

/** Tracks the visible toasts, oldest first; each function returns the ids to dismiss. */
export function createVisibleToasts() {
  let visible: readonly VisibleToast[] = [];

  function sendAway(isLeaving: (toast: VisibleToast, index: number) => boolean): string[] {
    const leaving = visible.filter(isLeaving);
    visible = visible.filter((toast) => !leaving.includes(toast));
    return leaving.map(({ id }) => id);
  }

  return {
    /** Adds a toast: it replaces one with the same text or subject, else the oldest if there are too many. */
    add: (toast: VisibleToast): string[] => {
      const same = sendAway(
        ({ text, about }) =>
          (text !== null && text === toast.text) || (about !== undefined && about === toast.about),
      );
      const tooMany = visible.length + 1 - MOST;
      const oldest = sendAway((_, index) => index < tooMany);
      visible = [...visible, toast];
      return [...same, ...oldest];
    },
    /** Dismisses the errors of a source, after it succeeded. */
    settle: (by: string): string[] => sendAway((toast) => toast.by === by && toast.kind === 'error'),
    /** Dismisses the toast of a subject, which holds no longer. */
    withdraw: (subject: string): string[] => sendAway(({ about }) => about === subject),
    /** Dismisses errors when another page comes, unless nothing was pressed since: those tell why it came. */
    turnPage: (acts: number): string[] => sendAway((toast) => toast.kind === 'error' && toast.acts < acts),
    /** Dismisses successes before a dialog opens. */
    hush: (): string[] => sendAway(({ kind }) => kind === 'success' || kind === 'info'),
    /** Forgets a toast that closed by itself. */
    forget: (id: string): void => void sendAway((toast) => toast.id === id),
  };
}
export type VisibleToasts = ReturnType<typeof createVisibleToasts>;
