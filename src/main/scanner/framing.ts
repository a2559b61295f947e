// The framing of all scanners that send bytes.

/** The most characters of a frame; no code in a shop is longer. */
export const FRAME_CAP = 512;
/** Milliseconds of silence that end a frame of a scanner that has never sent a terminator. */
export const LAST_RESORT = 150;
/** Milliseconds after which a frame without its terminator is dropped: it must not stick to the next scan. */
export const STALE = 1000;
/** A shorter frame without a terminator is noise, as from plugging in. */
const LAST_RESORT_MIN_LENGTH = 3;

const STX = 0x02;
const ETX = 0x03;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SEPARATOR = 0x1d;

const isEnd = (byte: number) => byte === CARRIAGE_RETURN || byte === LINE_FEED || byte === ETX;
/** True for space to tilde, and for the separator inside GS1 codes. */
const isText = (byte: number) => (byte >= 0x20 && byte <= 0x7e) || byte === SEPARATOR;

/** Cuts one scanner's bytes into frames, from its opening to its closing. */
export type Framing = {
  feed: (bytes: Uint8Array) => void;
  /** Ends the frame here, for scanners that mark the end by other means. */
  end: () => void;
  /** Drops an unfinished frame. */
  close: () => void;
};

/**
 * Cuts a scanner's bytes into frames: CR, LF or ETX ends one, STX begins one anew. Two scans are never merged and half of
 * one is never passed on as a whole: a frame that is too long, or has bytes that no barcode holds, is dropped up to the
 * next end. A short silence counts as an end only while a scanner has never sent one.
 */
export function createFraming(onFrame: (text: string) => void): Framing {
  let text = '';
  let isSpoilt = false;
  let hasEnds = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let fed = 0;

  const begin = () => {
    text = '';
    isSpoilt = false;
  };
  const end = () => {
    const frame = isSpoilt ? '' : text;
    begin();
    if (frame !== '') onFrame(frame);
  };
  const take = (byte: number) => {
    if (isEnd(byte)) {
      hasEnds = true;
      end();
    } else if (byte === STX) begin();
    else if (!isText(byte)) isSpoilt ||= text !== '';
    else if (text.length < FRAME_CAP) text += String.fromCharCode(byte);
    else isSpoilt = true;
  };
  const onSilence = () => {
    const isScan = !hasEnds && !isSpoilt && text.length >= LAST_RESORT_MIN_LENGTH;
    if (isScan) end();
    else begin();
  };
  const waitForMore = () => {
    clearTimeout(silence);
    if (text === '' && !isSpoilt) return;
    const known = fed;
    // In a busy main process the time may be over before the waiting bytes were read.
    const lookOnce = () => setImmediate(() => known === fed && onSilence());
    silence = setTimeout(lookOnce, hasEnds ? STALE : LAST_RESORT);
  };
  return {
    feed: (bytes) => {
      fed += 1;
      for (const byte of bytes) take(byte);
      waitForMore();
    },
    end,
    close: () => {
      fed += 1;
      clearTimeout(silence);
      begin();
    },
  };
}
