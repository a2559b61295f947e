let context: AudioContext | null = null;

/** A short low tone that says "that did not work" without stealing focus; silent where sound is not allowed. */
export function soundError(): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = 220;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.18);
  } catch {
    // A till without a sound card still has its toast.
  }
}
