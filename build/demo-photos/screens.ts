import { createStudio, isDark, lit, type Goods, type Studio, type Tint } from './studio.ts';

const GLASS = 'stroke="#000" stroke-opacity="0.55" stroke-width="2"';
const rim = (tint: Tint) => `stroke="${lit(tint, -0.42)}" stroke-width="2.5"`;

type Lenses = (studio: Studio, tint: Tint) => string;

/** Camera lenses on a plateau; makers differ in their arrangement. */
const onPlateau: Lenses = ({ across, box, disc, lens }, tint) =>
  box(168, 104, 104, 150, 34, across([lit(tint, 0.3), lit(tint, -0.08)]), rim(tint)) +
  lens(220, 146, 31) +
  lens(220, 212, 31) +
  disc(292, 146, 10, '#fff6dc', 'opacity="0.9"');
const inColumn: Lenses = ({ disc, lens }) =>
  lens(204, 140, 27) +
  lens(204, 206, 27) +
  lens(204, 272, 27) +
  disc(252, 173, 9, '#fff6dc', 'opacity="0.9"');
const onDisc: Lenses = ({ across, disc, lens }, tint) =>
  disc(260, 186, 84, across([lit(tint, 0.35), lit(tint, -0.25)]), rim(tint)) +
  disc(260, 186, 74, '#14181e') +
  lens(230, 160, 25) +
  lens(290, 160, 25) +
  lens(260, 218, 25);

const phoneWith =
  (lenses: Lenses): Goods =>
  (tint) => {
    const studio = createStudio();
    const { across, box, ground, path, turned, wallpaper, body, picture } = studio;
    const back =
      box(146, 82, 228, 464, 46, across([lit(tint, -0.1), lit(tint, 0.35), lit(tint, -0.3)])) +
      box(151, 87, 218, 454, 42, body(tint), rim(tint)) +
      path('M151 430 L369 150 V300 L196 541 H193 a42 42 0 0 1 -42 -42 Z', '#fff', 'opacity="0.08"') +
      lenses(studio, tint);
    const front =
      box(292, 110, 224, 456, 46, across([lit(tint, 0.4), lit(tint, -0.25), lit(tint, 0.2)])) +
      box(297, 115, 214, 446, 42, '#07090c') +
      box(305, 123, 198, 430, 35, wallpaper(tint), GLASS) +
      path(
        'M305 400 C360 340 430 470 503 380 V518 a35 35 0 0 1 -35 35 H340 a35 35 0 0 1 -35 -35 Z',
        lit(tint, 0.6),
        'opacity="0.3"',
      ) +
      path(
        'M305 460 C380 400 430 520 503 450 V518 a35 35 0 0 1 -35 35 H340 a35 35 0 0 1 -35 -35 Z',
        lit(tint, 0.8),
        'opacity="0.28"',
      ) +
      box(372, 136, 64, 19, 9.5, '#05070a') +
      path('M470 123 h-2 a35 35 0 0 1 35 35 V330 L340 553 h-20 Z', '#fff', 'opacity="0.07"');
    return picture(ground(330, 566, 230, 24), turned(-7, 260, 540, back), turned(4, 404, 560, front));
  };

export const phone = phoneWith(onPlateau);
export const tallPhone = phoneWith(inColumn);
export const roundPhone = phoneWith(onDisc);

export const tablet: Goods = (tint) => {
  const { across, box, disc, path, ground, turned, wallpaper, picture } = createStudio();
  const slate =
    box(142, 66, 356, 484, 34, across([lit(tint, 0.45), lit(tint, -0.2), lit(tint, 0.25)])) +
    box(147, 71, 346, 474, 30, '#0a0c10') +
    box(164, 88, 312, 440, 16, wallpaper(tint), GLASS) +
    path(
      'M164 390 C240 310 360 450 476 350 V512 a16 16 0 0 1 -16 16 H180 a16 16 0 0 1 -16 -16 Z',
      lit(tint, 0.65),
      'opacity="0.32"',
    ) +
    path(
      'M164 450 C270 390 370 500 476 420 V512 a16 16 0 0 1 -16 16 H180 a16 16 0 0 1 -16 -16 Z',
      lit(tint, 0.85),
      'opacity="0.3"',
    ) +
    [0, 1, 2, 3].map((n) => box(206 + n * 60, 484, 44, 44, 11, '#fff', 'opacity="0.55"')).join('') +
    disc(320, 79.5, 3.5, '#2a3440') +
    path('M400 88 h60 a16 16 0 0 1 16 16 V250 L250 528 h-70 Z', '#fff', 'opacity="0.06"');
  return picture(ground(326, 556, 220, 22), turned(3, 320, 550, slate));
};

export const laptop: Goods = (tint) => {
  const { across, box, path, ground, wallpaper, picture } = createStudio();
  const lid =
    box(104, 128, 432, 292, 20, across([lit(tint, 0.2), lit(tint, -0.35)])) +
    box(108, 132, 424, 286, 17, '#090b0f') +
    box(120, 144, 400, 256, 7, wallpaper(tint)) +
    path('M120 330 C220 240 360 390 520 270 V400 H120 Z', lit(tint, 0.65), 'opacity="0.32"') +
    path('M120 370 C260 290 380 420 520 330 V400 H120 Z', lit(tint, 0.85), 'opacity="0.28"') +
    path('M380 144 H520 V200 L330 400 H210 Z', '#fff', 'opacity="0.07"') +
    box(290, 380, 60, 12, 6, '#fff', 'opacity="0.5"');
  const keys = Array.from({ length: 4 }, (_, row) =>
    Array.from({ length: 14 }, (__, key) => {
      const inset = 16 - row * 7;
      const width = (408 + row * 14 - 13 * 4) / 14;
      return box(
        100 + inset + key * (width + 4),
        431 + row * 11,
        width,
        8,
        2,
        isDark(tint) ? '#11151b' : '#3a4149',
        'opacity="0.8"',
      );
    }).join(''),
  ).join('');
  const base =
    path('M104 422 H536 L590 500 H50 Z', across([lit(tint, 0.28), lit(tint, -0.06)], [0, 0, 0, 1])) +
    keys +
    path('M262 481 H378 L384 497 H256 Z', lit(tint, isDark(tint) ? 0.16 : -0.1)) +
    path(
      'M50 500 H590 V506 a12 12 0 0 1 -12 12 H62 a12 12 0 0 1 -12 -12 Z',
      across([lit(tint, 0.15), lit(tint, -0.4)], [0, 0, 0, 1]),
    ) +
    path('M276 500 h88 a10 8 0 0 1 -10 8 h-68 a10 8 0 0 1 -10 -8 Z', lit(tint, -0.35));
  return picture(ground(320, 520, 300, 22), lid, base);
};

export const monitor: Goods = (tint) => {
  const { across, box, path, ground, wallpaper, tube, picture } = createStudio();
  const shown: Tint = [64, 116, 170];
  return picture(
    ground(320, 556, 170, 16),
    box(292, 420, 56, 118, 4, tube(tint)),
    path(
      'M206 540 C220 522 420 522 434 540 L440 552 a4 4 0 0 1 -4 4 H204 a4 4 0 0 1 -4 -4 Z',
      across([lit(tint, 0.3), lit(tint, -0.3)], [0, 0, 0, 1]),
    ),
    box(52, 106, 536, 330, 14, across([lit(tint, 0.25), lit(tint, -0.3)])),
    box(57, 111, 526, 306, 10, '#090b0f'),
    box(64, 118, 512, 290, 4, wallpaper(shown)),
    path('M64 330 C200 210 380 400 576 250 V408 H64 Z', '#9fd0e6', 'opacity="0.4"'),
    path('M64 372 C240 280 420 420 576 320 V408 H64 Z', '#e8f5fb', 'opacity="0.4"'),
    path('M420 118 H576 V170 L320 408 H170 Z', '#fff', 'opacity="0.06"'),
    box(306, 424, 28, 4, 2, lit(tint, 0.5)),
  );
};

export const handheld: Goods = (tint) => {
  const { across, box, disc, path, ground, wallpaper, body, picture } = createStudio();
  const stick = (cx: number, cy: number) =>
    disc(cx, cy, 27, '#1c2128') +
    disc(cx, cy - 3, 21, across(['#59626d', '#262c34'])) +
    disc(cx, cy - 3, 13, '#343b44');
  const shown: Tint = [214, 92, 86];
  return picture(
    ground(320, 468, 290, 20),
    path('M152 190 H94 a60 60 0 0 0 -60 60 V404 a60 60 0 0 0 60 60 H152 Z', body(tint), rim(tint)),
    path('M488 190 H546 a60 60 0 0 1 60 60 V404 a60 60 0 0 1 -60 60 H488 Z', body(tint), rim(tint)),
    box(146, 186, 348, 282, 12, across(['#3a4048', '#1a1e24'])),
    box(166, 206, 308, 242, 6, wallpaper(shown)),
    path('M166 370 C250 300 360 420 474 320 V448 H166 Z', '#ffd9a8', 'opacity="0.55"'),
    path('M166 404 C280 340 380 450 474 380 V448 H166 Z', '#fff3df', 'opacity="0.5"'),
    path('M380 206 H474 V240 L300 448 H200 Z', '#fff', 'opacity="0.08"'),
    stick(92, 270),
    stick(548, 374),
    [
      [92, 344],
      [92, 392],
      [68, 368],
      [116, 368],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 11, '#20262d'))
      .join(''),
    [
      [548, 240],
      [548, 288],
      [524, 264],
      [572, 264],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 11, '#20262d'))
      .join(''),
  );
};
