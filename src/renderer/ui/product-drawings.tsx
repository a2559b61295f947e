import type { ReactElement } from 'react';

/** Draws a 64 × 64 picture in one tint; `dark` and `pale` are layers over it. */
type Drawing = (tint: string) => ReactElement;

const ink = '#171C1E';
const metal = '#9AA5A5';
const glass = '#DCE4E6';

const phone: Drawing = (tint) => (
  <>
    <rect x="11" y="5" width="24" height="49" rx="4" fill={tint} />
    <rect x="14" y="8" width="9.5" height="14" rx="3" fill={ink} opacity="0.35" />
    <circle cx="18.7" cy="11.8" r="2.5" fill="#fff" opacity="0.65" />
    <circle cx="18.7" cy="18" r="2.5" fill="#fff" opacity="0.65" />
    <rect x="28.5" y="11" width="23" height="48" rx="4" fill={tint} />
    <rect
      x="28.5"
      y="11"
      width="23"
      height="48"
      rx="4"
      fill={ink}
      fillOpacity="0.42"
      stroke={ink}
      strokeWidth="1.6"
    />
    <rect x="36.8" y="13.8" width="6.4" height="2" rx="1" fill={ink} />
  </>
);

const tablet: Drawing = (tint) => (
  <rect x="16" y="9" width="32" height="46" rx="3" fill={glass} stroke={tint} strokeWidth="2.4" />
);

const laptop: Drawing = (tint) => (
  <>
    <rect x="13.2" y="14.2" width="37.6" height="26" rx="2.5" fill={glass} stroke={tint} strokeWidth="2.4" />
    <path d="M6 43.5h52v2.6a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" fill={metal} />
    <rect x="26" y="43.5" width="12" height="2" rx="1" fill={ink} opacity="0.25" />
  </>
);

const earbuds: Drawing = (tint) => (
  <>
    <path d="M23 10.5a5 5 0 0 1 7 4.6V27h-4.2v-8.2a5 5 0 0 1-2.8-8.3Z" fill={tint} />
    <path d="M41 10.5a5 5 0 0 0-7 4.6V27h4.2v-8.2a5 5 0 0 0 2.8-8.3Z" fill={tint} />
    <rect x="14" y="27" width="36" height="27" rx="13" fill={tint} />
    <path d="M14 38h36v1.4H14z" fill={ink} opacity="0.18" />
    <circle cx="32" cy="46" r="1.6" fill="#fff" opacity="0.9" />
  </>
);

const speaker: Drawing = (tint) => (
  <>
    <rect x="8" y="20" width="48" height="25" rx="10" fill={tint} />
    <circle cx="22" cy="32.5" r="7.5" fill={ink} opacity="0.35" />
    <circle cx="42" cy="32.5" r="7.5" fill={ink} opacity="0.35" />
  </>
);

const watch: Drawing = (tint) => (
  <>
    <rect x="25" y="5" width="14" height="54" rx="4" fill={tint} opacity="0.75" />
    <rect x="20" y="18" width="24" height="28" rx="7" fill={tint} />
    <rect x="23" y="21" width="18" height="22" rx="4.5" fill={ink} />
  </>
);

const charger: Drawing = (tint) => (
  <>
    <rect x="25.5" y="10" width="3.8" height="13" rx="1.5" fill={metal} />
    <rect x="34.7" y="10" width="3.8" height="13" rx="1.5" fill={metal} />
    <rect x="18" y="21" width="28" height="32" rx="6" fill={tint} />
    <rect x="27.5" y="44" width="9" height="3.6" rx="1.8" fill={ink} opacity="0.45" />
  </>
);

const cable: Drawing = (tint) => (
  <>
    <path
      d="M16.5 25v6a6 6 0 0 0 6 6c3.8 0 4.5 3 5.2 7.500C28.7 50.5 31 54 36 54s8.5-4 9.5-9.5"
      fill="none"
      stroke={tint}
      strokeWidth="3.4"
      strokeLinecap="round"
    />
    <rect x="13.5" y="8" width="6" height="5" rx="1" fill={metal} />
    <rect x="12" y="12" width="9" height="14" rx="2" fill={tint} />
    <rect x="43" y="28" width="6" height="5" rx="1" fill={metal} />
    <rect x="41.5" y="32" width="9" height="14" rx="2" fill={tint} />
  </>
);

const cover: Drawing = (tint) => (
  <>
    <rect x="18" y="6" width="28" height="52" rx="6" fill={tint} />
    <rect x="20.5" y="8.5" width="23" height="47" rx="4" fill="#fff" opacity="0.28" />
    <rect x="22" y="10" width="11" height="16" rx="4" fill={ink} opacity="0.55" />
  </>
);

const powerBank: Drawing = (tint) => (
  <>
    <rect x="19" y="8" width="26" height="48" rx="4" fill={tint} />
    <circle cx="28" cy="48" r="1.3" fill="#fff" />
    <circle cx="32" cy="48" r="1.3" fill="#fff" />
    <circle cx="36" cy="48" r="1.3" fill="#fff" />
  </>
);

const storage: Drawing = (tint) => (
  <>
    <path d="M18 8h22l8 8v37a3 3 0 0 1-3 3H18a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3Z" fill={tint} />
    <path d="M21 12h3v9h-3zm6 0h3v9h-3zm6 0h3v9h-3zm6 2h3v7h-3z" fill="#fff" opacity="0.6" />
    <rect x="20" y="30" width="23" height="19" rx="2" fill="#fff" opacity="0.28" />
  </>
);

const gaming: Drawing = (tint) => (
  <>
    <path
      d="M19 19h26c7 0 11 8 13 19 1 6-2 10-6 10-5 0-7-4-10-9H22c-3 5-5 9-10 9-4 0-7-4-6-10 2-11 6-19 13-19Z"
      fill={tint}
    />
    <path d="M18.5 25h4v3.500H26v4h-3.500V36h-4v-3.500H15v-4h3.500z" fill="#fff" opacity="0.75" />
    <circle cx="45" cy="27" r="2.2" fill="#fff" opacity="0.75" />
    <circle cx="45" cy="34" r="2.2" fill="#fff" opacity="0.75" />
    <circle cx="41" cy="30.5" r="2.2" fill="#fff" opacity="0.75" />
    <circle cx="49" cy="30.5" r="2.2" fill="#fff" opacity="0.75" />
  </>
);

const camera: Drawing = (tint) => (
  <>
    <path
      d="M23 17l3-5h12l3 5h10a4 4 0 0 1 4 4v27a4 4 0 0 1-4 4H13a4 4 0 0 1-4-4V21a4 4 0 0 1 4-4Z"
      fill={tint}
    />
    <circle cx="32" cy="34" r="12" fill={ink} opacity="0.55" />
    <circle cx="32" cy="34" r="7" fill={glass} opacity="0.65" />
    <rect x="46" y="21" width="5" height="3.5" rx="1" fill="#fff" opacity="0.7" />
  </>
);

const networking: Drawing = (tint) => (
  <>
    <rect x="14" y="10" width="3.6" height="26" rx="1.8" fill={metal} />
    <rect x="46.4" y="10" width="3.6" height="26" rx="1.8" fill={metal} />
    <rect x="7" y="34" width="50" height="17" rx="4" fill={tint} />
    <circle cx="16" cy="42.5" r="1.8" fill="#fff" opacity="0.9" />
    <circle cx="23" cy="42.5" r="1.8" fill="#fff" opacity="0.9" />
    <circle cx="30" cy="42.5" r="1.8" fill="#fff" opacity="0.9" />
    <path
      d="M24 27a11 11 0 0 1 16 0M28 31a5.5 5.5 0 0 1 8 0"
      fill="none"
      stroke={metal}
      strokeWidth="2.4"
      strokeLinecap="round"
    />
  </>
);

const monitor: Drawing = (tint) => (
  <>
    <rect x="8.2" y="11.2" width="47.6" height="31" rx="2.5" fill={glass} stroke={tint} strokeWidth="2.4" />
    <path d="M29 42h6v8h-6z" fill={metal} />
    <rect x="21" y="49.5" width="22" height="3.5" rx="1.7" fill={metal} />
  </>
);

const peripheral: Drawing = (tint) => (
  <>
    <rect x="6" y="22" width="38" height="22" rx="4" fill={tint} />
    <path
      d="M10.5 27h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3zm-24 5.500h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3zM16 38h19v2.500H16z"
      fill="#fff"
      opacity="0.6"
    />
    <rect x="47" y="24" width="12" height="20" rx="6" fill={tint} />
    <rect x="52.2" y="27" width="1.6" height="5" rx="0.8" fill="#fff" opacity="0.7" />
  </>
);

const box: Drawing = (tint) => (
  <>
    <path d="M32 9 54 20v25L32 56 10 45V20Z" fill={tint} />
    <path d="M32 31 54 20v25L32 56Z" fill={ink} opacity="0.2" />
    <path d="M10 20 32 9l22 11-22 11Z" fill="#fff" opacity="0.22" />
    <path d="m21 14.5 22 11v8l-5 2.500v-8L16 17Z" fill="#fff" opacity="0.3" />
  </>
);

export const drawings = {
  phone,
  tablet,
  laptop,
  earbuds,
  speaker,
  watch,
  charger,
  cable,
  case: cover,
  'power bank': powerBank,
  storage,
  gaming,
  camera,
  networking,
  monitor,
  peripheral,
  default: box,
} as const satisfies Record<string, Drawing>;
export type DrawingName = keyof typeof drawings;
