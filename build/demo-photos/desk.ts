import { createStudio, isDark, lit, type Goods, type Tint } from './studio.ts';

const rim = (tint: Tint) => `stroke="${lit(tint, -0.38)}" stroke-width="2.5"`;

export const mouse: Goods = (tint) => {
  const { across, around, box, path, ground, turned, picture } = createStudio();
  const shell =
    path(
      'M320 90 C424 90 470 178 470 300 C470 460 420 556 320 556 C220 556 170 460 170 300 C170 178 216 90 320 90 Z',
      around([lit(tint, 0.4), lit(tint, 0.02), lit(tint, -0.36)], [0.4, 0.36, 0.72]),
      rim(tint),
    ) +
    path('M320 92 V286', 'none', `stroke="${lit(tint, -0.5)}" stroke-width="3"`) +
    path('M171 286 C240 306 400 306 469 286', 'none', `stroke="${lit(tint, -0.5)}" stroke-width="3"`) +
    box(298, 150, 44, 104, 22, '#13171c') +
    box(306, 162, 28, 80, 14, across(['#2c333b', '#7c858f', '#2c333b'], [0, 0, 0, 1])) +
    box(306, 330, 28, 10, 5, '#62dc98', 'opacity="0.9"') +
    path(
      'M210 210 C222 140 260 112 300 106 C256 130 236 190 234 270 C222 268 212 264 206 260 Z',
      '#fff',
      `opacity="${isDark(tint) ? 0.14 : 0.5}"`,
    );
  return picture(ground(326, 556, 150, 20), turned(8, 320, 320, shell));
};

export const keyboard: Goods = (tint) => {
  const { across, box, ground, picture } = createStudio();
  const cap = (x: number, y: number, width: number, accent = false) => {
    const paint: Tint = accent ? [31, 122, 117] : tint;
    return (
      box(x, y, width, 42, 8, lit(paint, -0.46)) +
      box(x + 2, y, width - 4, 36, 7, across([lit(paint, 0.3), lit(paint, -0.06)], [0, 0, 0, 1]))
    );
  };
  const rows = [0, 1, 2, 3].map((row) =>
    Array.from({ length: 12 }, (_, key) =>
      cap(70 + key * 42, 226 + row * 46, 38, (row === 0 && key === 0) || (row === 2 && key === 11)),
    ).join(''),
  );
  const last =
    [70, 112, 154].map((x) => cap(x, 410, 38)).join('') +
    cap(196, 410, 206) +
    [406, 448, 490, 532].map((x) => cap(x, 410, 38)).join('');
  return picture(
    ground(320, 486, 300, 22),
    box(48, 202, 544, 276, 28, across([lit(tint, 0.12), lit(tint, -0.34)], [0, 0, 0, 1]), rim(tint)),
    box(58, 212, 524, 252, 20, lit(tint, isDark(tint) ? -0.5 : -0.22)),
    rows.join(''),
    last,
  );
};

export const controller: Goods = (tint) => {
  const { across, around, disc, box, path, ground, body, picture } = createStudio();
  const stick = (cx: number, cy: number) =>
    disc(cx, cy, 50, '#12161b') +
    disc(cx, cy - 4, 40, around(['#4d565f', '#20262c'], [0.4, 0.3, 0.8])) +
    disc(cx, cy - 4, 26, across(['#2a3037', '#434b54']));
  const button = (x: number, y: number, paint: string) =>
    disc(x, y, 22, '#15191e') + disc(x, y - 2, 19, paint) + disc(x - 5, y - 8, 6, '#fff', 'opacity="0.35"');
  return picture(
    ground(320, 510, 260, 22),
    path(
      'M182 172 C210 158 250 168 280 172 H360 C390 168 430 158 458 172 C530 190 580 330 592 432 C600 508 546 526 508 484 L440 408 H200 L132 484 C94 526 40 508 48 432 C60 330 110 190 182 172 Z',
      body(tint),
      rim(tint),
    ),
    path(
      'M190 184 C230 172 260 184 282 186 H358 C380 184 410 172 450 184 C420 186 392 196 360 198 H280 C248 196 220 186 190 184 Z',
      '#fff',
      `opacity="${isDark(tint) ? 0.16 : 0.55}"`,
    ),
    box(238, 200, 164, 94, 18, across(['#2b3138', '#12151a'], [0, 0, 0, 1])),
    stick(242, 366),
    stick(398, 366),
    path('M150 236 h26 v-26 h30 v26 h26 v30 h-26 v26 h-30 v-26 h-26 Z', '#1a1f25'),
    button(470, 208, '#6cb68f'),
    button(470, 290, '#6f9bd6'),
    button(429, 249, '#d58cb4'),
    button(511, 249, '#d8675f'),
    disc(320, 366, 15, '#1a1f25'),
  );
};

export const camera: Goods = (tint) => {
  const { across, around, box, disc, path, ground, body, tube, picture } = createStudio();
  const black: Tint = [43, 47, 54];
  return picture(
    ground(320, 520, 260, 22),
    path('M232 176 L262 116 a20 20 0 0 1 18 -10 h80 a20 20 0 0 1 18 10 L408 176 Z', body(tint), rim(tint)),
    box(112, 148, 74, 34, 10, tube(tint), rim(tint)),
    box(448, 142, 62, 40, 12, tube(black)),
    box(70, 174, 500, 336, 46, body(tint), rim(tint)),
    box(70, 254, 500, 196, 0, isDark(tint) ? '#15181d' : '#2c3138', 'opacity="0.92"'),
    box(80, 184, 480, 16, 8, '#fff', `opacity="${isDark(tint) ? 0.12 : 0.5}"`),
    disc(320, 346, 158, across([lit(black, 0.3), lit(black, -0.4)])),
    disc(320, 346, 142, '#0c0f13'),
    disc(320, 346, 132, 'none', 'stroke="#4a525b" stroke-width="3" stroke-dasharray="3 9"'),
    disc(320, 346, 106, across(['#2a3038', '#0e1115'])),
    disc(320, 346, 84, around(['#51719c', '#27335c', '#0b0e1a'], [0.42, 0.38, 0.66])),
    `<ellipse cx="290" cy="312" rx="30" ry="18" fill="#fff" opacity="0.5" transform="rotate(-34 290 312)"/>`,
    disc(352, 384, 10, '#b7c9ff', 'opacity="0.5"'),
    box(96, 214, 70, 18, 9, '#e0453f', 'opacity="0.9"'),
    disc(500, 218, 12, '#fff2d0', 'opacity="0.9"'),
  );
};

export const securityCamera: Goods = (tint) => {
  const { across, around, box, disc, path, ground, body, picture } = createStudio();
  return picture(
    ground(320, 556, 150, 18),
    path(
      'M226 546 C226 500 270 486 320 486 C370 486 414 500 414 546 C414 556 226 556 226 546 Z',
      across([lit(tint, 0.3), lit(tint, -0.3)], [0, 0, 0, 1]),
      rim(tint),
    ),
    box(284, 420, 72, 80, 20, across([lit(tint, -0.1), lit(tint, 0.2), lit(tint, -0.35)], [0, 0, 1, 0])),
    disc(320, 268, 184, body(tint), rim(tint)),
    path(
      'M168 200 C190 130 250 96 310 92 C250 116 206 170 196 250 Z',
      '#fff',
      `opacity="${isDark(tint) ? 0.14 : 0.5}"`,
    ),
    disc(320, 276, 124, '#0d1014'),
    disc(320, 276, 78, across(['#2c333c', '#101317'])),
    disc(320, 276, 58, around(['#4d6c96', '#1d2740', '#090b12'], [0.42, 0.36, 0.68])),
    `<ellipse cx="300" cy="252" rx="20" ry="11" fill="#fff" opacity="0.6" transform="rotate(-34 300 252)"/>`,
    disc(320, 178, 7, '#62dc98'),
    [-60, -30, 30, 60]
      .map((angle) => `<g transform="rotate(${angle} 320 276)">${disc(320, 374, 8, '#5b1f28')}</g>`)
      .join(''),
  );
};

export const printer: Goods = (tint) => {
  const { across, box, path, ground, body, picture } = createStudio();
  const inks = ['#22262c', '#27b3d8', '#dc4a94', '#f0cf3e'];
  return picture(
    ground(320, 520, 280, 22),
    path(
      'M200 120 H440 L456 250 H184 Z',
      across(['#ffffff', '#dfe5e8'], [0, 0, 0, 1]),
      'stroke="#c3cbd0" stroke-width="2"',
    ),
    box(74, 236, 492, 272, 34, body(tint), rim(tint)),
    path(
      'M108 236 H532 a34 34 0 0 1 34 34 V292 H74 V270 a34 34 0 0 1 34 -34 Z',
      '#fff',
      `opacity="${isDark(tint) ? 0.1 : 0.5}"`,
    ),
    box(148, 400, 344, 26, 8, '#0b0e12'),
    path(
      'M166 414 H474 L492 486 a8 8 0 0 1 -8 8 H156 a8 8 0 0 1 -8 -8 Z',
      across(['#f2f5f6', '#ffffff'], [0, 0, 0, 1]),
      'stroke="#c3cbd0" stroke-width="2"',
    ),
    ['M196 436 H400', 'M192 452 H430', 'M190 468 H360']
      .map((d) => path(d, 'none', 'stroke="#aeb8be" stroke-width="5" stroke-linecap="round"'))
      .join(''),
    box(102, 320, 108, 48, 10, '#14181d'),
    box(112, 330, 56, 28, 5, '#7db7d9'),
    inks
      .map(
        (paint, n) =>
          box(412 + n * 34, 310, 26, 66, 6, '#0f1216') +
          box(415 + n * 34, 324 + n * 6, 20, 49 - n * 6, 4, paint),
      )
      .join(''),
  );
};
