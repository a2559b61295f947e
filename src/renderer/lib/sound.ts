let context: AudioContext | null = null;

type Tone = { hertz: number; seconds: number };

function sound({ hertz, seconds }: Tone): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + seconds);
  } catch {
    // A till without a sound card still shows its toast.
  }
}

/** Plays a short low tone for an error, without moving the focus; silent where sound is not allowed. */
export const soundError = () => sound({ hertz: 220, seconds: 0.18 });

/** Plays a shorter high tone for success, for users who look at the goods. */
export const soundDone = () => sound({ hertz: 1320, seconds: 0.07 });
