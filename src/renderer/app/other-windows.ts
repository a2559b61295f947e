/** The windows of a browser share one cookie: who signs in, or takes the till over, in one of them does so in all. */
export const SIGN_IN_CHANNEL = 'tindahan.sign-in';

type Hearing = (staffId: number | null) => void;

const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
const hearings: Hearing[] = [];
channel.addEventListener('message', ({ data }: MessageEvent<number | null>) => {
  // What stands inside of another part puts its own away first.
  for (const hear of hearings.toReversed()) hear(data);
});

/** Tells every other window of this browser who is signed in now; null: nobody. */
export const tellOtherWindows = (staffId: number | null): void => channel.postMessage(staffId);

/** Hears from another window who is signed in now; returns how to stop. */
export function hearOtherWindows(hear: Hearing): () => void {
  hearings.push(hear);
  return () => {
    hearings.splice(hearings.indexOf(hear), 1);
  };
}
