let context: AudioContext | null = null;
let playing = 0;

type Tone = { hertz: number; seconds: number };

function sound({ hertz, seconds }: Tone): void {
  try {
    const output = (context ??= new AudioContext());
    const tone = output.createOscillator();
    const volume = output.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(output.destination);
    // An output that stays open keeps a processor busy with silence.
    tone.addEventListener('ended', () => {
      playing -= 1;
      if (playing === 0) void output.suspend();
    });
    void output.resume();
    tone.start();
    tone.stop(output.currentTime + seconds);
    playing += 1;
  } catch {
    // A till without a sound card still shows its toast.
  }
}

/** Plays a short low tone for an error, without moving the focus; silent where sound is not allowed. */
export const soundError = () => sound({ hertz: 220, seconds: 0.18 });

/** Plays a shorter high tone for success, for users who look at the goods. */
export const soundDone = () => sound({ hertz: 1320, seconds: 0.07 });
