/** The windows of a browser share one cookie: a sign-in or takeover in one window applies to all. */
const SIGN_IN_CHANNEL = 'tindahan.sign-in';

type Hearing = (staffId: number | null) => void;

const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
const hearings: Hearing[] = [];
channel.addEventListener('message', ({ data }: MessageEvent<number | null>) => {
  // Later listeners belong to inner components, which clean up first.
  for (const hear of hearings.toReversed()) hear(data);
});

/** Tells this browser's other windows who is signed in; null: nobody. */
export const tellOtherWindows = (staffId: number | null): void => channel.postMessage(staffId);

/** Listens for sign-ins in other windows; returns the unsubscribe function. */
export function hearOtherWindows(hear: Hearing): () => void {
  hearings.push(hear);
  return () => {
    hearings.splice(hearings.indexOf(hear), 1);
  };
}
