import { createLightTheme, type BrandVariants, type Theme } from '@fluentui/react-components';

const brand: BrandVariants = {
  10: '#021614',
  20: '#042422',
  30: '#06322F',
  40: '#073F3C',
  50: '#094B48',
  60: '#0A5552',
  70: '#0C605C',
  80: '#0E6B67',
  90: '#1F7A75',
  100: '#338985',
  110: '#4C9995',
  120: '#69AAA6',
  130: '#8ABDBA',
  140: '#AFD2D0',
  150: '#D2E6E5',
  160: '#EBF5F4',
};

/** Every colour of the app; components use these names, never hex values. */
export const palette = {
  canvas: '#F4F6F6',
  surface: '#FFFFFF',
  /** Disabled areas: buttons, picture squares, skeletons. */
  fill: '#ECEFEF',
  hairline: '#E1E6E6',
  rowLine: '#EDF0F0',
  buttonBorder: '#C6CECE',
  /** 3:1 contrast on the canvas. */
  fieldBorder: '#838D8D',
  keyBorder: '#B9C2C2',
  text1: '#1A2020',
  text2: '#3D4646',
  text3: '#566060',
  /** Placeholders and disabled entries; no readable text is lighter. */
  placeholder: '#667070',
  disabled: '#7F8989',
  brand: brand[80],
  brandHover: brand[70],
  brandPressed: brand[40],
  link: brand[60],
  brandSoft: brand[130],
  brandFill: brand[160],
  danger: '#A4262C',
  dangerHover: '#8C2025',
  dangerPressed: '#741A1F',
  onBrand: '#FFFFFF',
} as const;

/** Badge tones as [fill, text]; used by badges, counts and state icons. */
export const tones = {
  green: ['#E6F4EA', '#17602F'],
  orange: ['#FFF1DF', '#8A4600'],
  red: ['#FDEBEA', '#A4262C'],
  blue: ['#E8F0FA', '#1F5391'],
  yellow: ['#FFF7D1', '#6B5300'],
  purple: ['#F1ECF9', '#5B3A94'],
  teal: ['#EBF5F4', '#0A5552'],
  grey: ['#ECEFEF', '#465050'],
  pink: ['#FCE8F1', '#8E1F57'],
  indigo: ['#E9EAFB', '#3B3F9C'],
  lime: ['#F0F5DC', '#4A5A0A'],
  brown: ['#F5EDE6', '#6B4423'],
} as const satisfies Record<string, readonly [string, string]>;
export type Tone = keyof typeof tones;

/** The parts of a stock count, as a bar and in its figures. */
export const countColors = {
  found: '#2F8A5B',
  missing: '#C43F45',
  sold: palette.disabled,
  unexpected: '#C46A0A',
} as const;

/** Pixel sizes of the 8-px grid. */
export const sizes = {
  /** The widest that a page with one scan field becomes. */
  scanPage: 1064,
  topBar: 56,
  menu: 300,
  menuCollapsed: 80,
  storeSelector: 200,
  radius: 8,
  field: 32,
  till: 44,
  search: 48,
  checkout: 56,
  /** At the left and the right inside a card: 20 px, in a window of one pane 16. */
  cardSide: 'clamp(16px, 100vw - 883px, 20px)',
  cardHead: 52,
  cart: 440,
  cartNarrow: 408,
  draftBar: 56,
  keyStrip: 40,
  /** The bar below a till of one pane, and on a phone, where it has two rows. */
  foot: 68,
  footOfPhone: 120,
  productCard: 184,
  productPhoto: 104,
  summary: 400,
  summaryNarrow: 336,
  summaryWide: 480,
  /** Beside what is scanned. */
  scanSide: 320,
  scanSideNarrow: 288,
  scanSideWide: 400,
  toast: 344,
  /** As wide as the panel beside a sale, whose amounts toasts must not cover. */
  toastNarrow: 272,
} as const;

/** Only dialogs, menus and toasts float. */
export const shadows = {
  floating: '0 2px 4px rgba(26, 32, 32, 0.06), 0 8px 24px rgba(26, 32, 32, 0.12)',
} as const;

/** Window widths at which layouts change. Griffel applies them in the order of their text, and the last one wins. */
export const windows = {
  narrow: '@media (max-width: 1199px)',
  wide: '@media (min-width: 1800px)',
  /** A window on a wall, as one of 3840 px. */
  vast: '@media (min-width: 2600px)',
  /**
   * A window of one pane, as a phone's or one at 200 %: rows become cards, the menu a drawer. 899 px, in `em` so that it
   * stands between `narrow` and `phone`.
   */
  onePane: '@media (max-width: 56.24em)',
  /** A window of one pane that is low as well, as one of 1366 x 768 at 200 %. */
  zoomed: '@media (max-width: 56.24em) and (max-height: 479px)',
  /** A phone's window, where fields stand below each other. */
  phone: '@media (max-width: 639px)',
  /** A window so low, as at 200 %, that the head and the foot of a dialog would leave its body no room. */
  low: '@media (max-height: 479px)',
  /** A low window wider than a phone's, where fields stand side by side to save height. */
  lowAndWide: '@media (max-height: 479px) and (min-width: 640px)',
} as const;

/** The height of a field or button of the back office; as high as on the till where fingers use it. */
export const fieldHeight = {
  height: `${sizes.field}px`,
  [windows.onePane]: { height: `${sizes.till}px` },
} as const;

/** The bar at the foot of the till and of the payment, in a window of one pane. */
export const tillBar = {
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  flexShrink: 0,
  minHeight: `${sizes.foot}px`,
  boxSizing: 'border-box',
  padding: '6px 12px',
  borderTop: `1px solid ${palette.hairline}`,
  backgroundColor: palette.surface,
} as const;

const inter = "'Inter Variable', 'Segoe UI', system-ui, sans-serif";
const mono = "'DejaVu Mono', 'DejaVu Sans Mono', ui-monospace, monospace";

const step = (fontSize: number, lineHeight: number, fontWeight = 400, letterSpacing = '0') => ({
  fontSize: `${fontSize}px`,
  lineHeight: `${lineHeight}px`,
  fontWeight,
  letterSpacing,
});

/** The type scale as style fragments, to spread into a makeStyles rule. */
export const type = {
  meta: step(12, 16),
  metaStrong: step(12, 16, 500),
  label: step(13, 20),
  body: step(14, 20),
  bodyStrong: step(14, 20, 500),
  cardTitle: step(16, 24, 600),
  dialogTitle: step(18, 24, 600),
  pageTitle: step(22, 28, 600, '-0.015em'),
  figure: step(26, 36, 600, '-0.015em'),
  due: step(36, 44, 600, '-0.03em'),
  total: step(40, 48, 650, '-0.03em'),
  receipt: { fontFamily: mono, fontSize: '12px', lineHeight: '17px' },
} as const;

/** For amounts, counts, phones and IMEIs; not for codes, whose hyphens it spreads apart. */
export const tabular = { fontVariantNumeric: 'tabular-nums' } as const;

/** The only focus ring: two pixels of brand colour, outside the element. */
export const focusRing = {
  outlineStyle: 'solid',
  outlineWidth: '2px',
  outlineColor: palette.brand,
  outlineOffset: '2px',
} as const;

/** Fluent's light theme in Tindahan's colours, type and radii. */
export const theme: Theme = {
  ...createLightTheme(brand),
  fontFamilyBase: inter,
  fontFamilyNumeric: inter,
  fontFamilyMonospace: mono,
  fontSizeBase200: '12px',
  fontSizeBase300: '14px',
  fontSizeBase400: '16px',
  lineHeightBase400: '24px',
  fontSizeBase500: '18px',
  lineHeightBase500: '24px',
  fontSizeBase600: '22px',
  lineHeightBase600: '28px',
  fontSizeHero700: '26px',
  lineHeightHero700: '36px',
  fontSizeHero800: '36px',
  lineHeightHero800: '44px',
  fontSizeHero900: '40px',
  lineHeightHero900: '48px',
  borderRadiusSmall: '4px',
  borderRadiusMedium: '8px',
  borderRadiusLarge: '8px',
  borderRadiusXLarge: '8px',
  colorNeutralForeground1: palette.text1,
  colorNeutralForeground1Hover: palette.text1,
  colorNeutralForeground1Pressed: palette.text1,
  colorNeutralForeground2: palette.text2,
  colorNeutralForeground2Hover: palette.text1,
  colorNeutralForeground2Pressed: palette.text1,
  colorNeutralForeground2BrandHover: palette.text1,
  colorNeutralForeground2BrandPressed: palette.text1,
  colorNeutralForeground3: palette.text3,
  colorNeutralForeground4: palette.placeholder,
  colorNeutralForegroundDisabled: palette.disabled,
  colorNeutralBackground1Hover: '#F7F9F9',
  colorNeutralBackground1Pressed: palette.fill,
  colorNeutralBackground2: palette.canvas,
  colorNeutralBackground3: palette.canvas,
  colorNeutralBackgroundDisabled: palette.fill,
  colorSubtleBackgroundHover: palette.fill,
  colorSubtleBackgroundPressed: palette.hairline,
  colorNeutralStroke1: palette.buttonBorder,
  colorNeutralStroke1Hover: '#AEB8B8',
  colorNeutralStroke1Pressed: palette.fieldBorder,
  colorNeutralStroke2: palette.hairline,
  colorNeutralStroke3: palette.rowLine,
  colorNeutralStrokeAccessible: palette.fieldBorder,
  colorNeutralStrokeDisabled: '#D8DEDE',
  colorStrokeFocus2: palette.brand,
  colorBrandForegroundLink: palette.link,
  colorBrandForeground2: palette.link,
  colorBrandBackground2: palette.brandFill,
};
