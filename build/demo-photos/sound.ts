import { createStudio, isDark, lit, type Goods, type Tint } from './studio.ts';

const rim = (tint: Tint) => `stroke="${lit(tint, -0.38)}" stroke-width="2.5"`;

export const earbuds: Goods = (tint) => {
  const { across, around, box, disc, path, ground, turned, body, tube, picture } = createStudio();
  const bud = (mirror: boolean) => {
    const inner =
      path(
        'M0 0 C-50 -6 -78 22 -72 60 C-66 96 -26 108 2 92 L2 200 a19 19 0 0 0 38 0 V40 C40 12 26 2 0 0 Z',
        body(tint),
        rim(tint),
      ) +
      `<ellipse cx="-52" cy="58" rx="26" ry="34" fill="${around(['#4c545e', '#22272e'])}" transform="rotate(18 -52 58)"/>` +
      box(12, 150, 18, 44, 9, lit(tint, 0.3), 'opacity="0.55"') +
      disc(10, 30, 7, '#1c2127', 'opacity="0.7"');
    return `<g transform="translate(${mirror ? 352 : 288} 84) scale(${mirror ? '-1' : '1'} 1)">${inner}</g>`;
  };
  const openLid = path(
    'M148 330 C148 262 210 250 320 250 C430 250 492 262 492 330 Z',
    across([lit(tint, -0.12), lit(tint, -0.34)], [0, 0, 0, 1]),
  );
  const box_ =
    path(
      'M134 330 H506 V430 C506 512 440 544 320 544 C200 544 134 512 134 430 Z',
      across([lit(tint, 0.34), lit(tint, 0.02), lit(tint, -0.28)], [0.1, 0, 0.7, 1]),
      rim(tint),
    ) +
    path('M134 330 H506 V344 H134 Z', '#000', 'opacity="0.16"') +
    path(
      'M160 360 C160 470 210 520 270 530 C200 518 148 492 148 420 V352 Z',
      '#fff',
      `opacity="${isDark(tint) ? 0.14 : 0.45}"`,
    ) +
    disc(320, 424, 7, '#5bd08a');
  return picture(
    ground(320, 548, 220, 24),
    openLid,
    turned(-8, 288, 280, bud(false)),
    turned(8, 352, 280, bud(true)),
    box_,
    box(300, 322, 40, 10, 5, tube(tint)),
  );
};

export const headphones: Goods = (tint) => {
  const { across, around, disc, path, ground, body, picture } = createStudio();
  const cup = (mirror: boolean) =>
    `<g transform="${mirror ? 'translate(640 0) scale(-1 1)' : ''}">` +
    path(
      'M126 330 C112 380 112 470 132 514 C146 544 196 548 206 520 C216 480 216 372 206 326 C196 300 142 298 126 330 Z',
      across(['#3c434c', '#15191e'], [1, 0, 0, 0]),
    ) +
    path(
      'M112 336 C78 360 78 490 114 512 C140 526 168 520 172 500 V346 C166 322 136 318 112 336 Z',
      body(tint),
      rim(tint),
    ) +
    `<ellipse cx="126" cy="424" rx="26" ry="62" fill="${around([
      [lit(tint, 0.3), 0.9],
      [lit(tint, -0.1), 0.5],
    ])}"/>` +
    path('M136 322 V282 a14 14 0 0 1 28 0 V322 Z', across(['#cfd5da', '#8d959d'])) +
    '</g>';
  return picture(
    ground(320, 546, 250, 22),
    path(
      'M132 300 C120 150 210 84 320 84 C430 84 520 150 508 300 L480 300 C488 176 410 126 320 126 C230 126 152 176 160 300 Z',
      across([lit(tint, 0.38), lit(tint, -0.1), lit(tint, -0.3)], [0.2, 0, 0.8, 1]),
      rim(tint),
    ),
    path(
      'M190 170 C220 128 280 112 320 112 C360 112 420 128 450 170 C420 140 370 130 320 130 C270 130 220 140 190 170 Z',
      '#14181d',
      'opacity="0.75"',
    ),
    cup(false),
    cup(true),
    disc(116, 470, 5, '#5bd08a'),
  );
};

export const speaker: Goods = (tint) => {
  const { across, around, box, disc, ground, tube, picture } = createStudio();
  const dots = Array.from({ length: 9 }, (_, row) =>
    Array.from({ length: 25 }, (__, column) =>
      disc(122 + column * 16.5 + (row % 2) * 8, 262 + row * 17, 3.2, lit(tint, -0.4), 'opacity="0.55"'),
    ).join(''),
  ).join('');
  const end = (cx: number) =>
    `<ellipse cx="${cx}" cy="330" rx="32" ry="98" fill="${across([lit(tint, -0.2), lit(tint, -0.55)])}"/>` +
    `<ellipse cx="${cx}" cy="330" rx="22" ry="74" fill="${around(['#59626c', '#20252b', '#0e1114'])}"/>`;
  return picture(
    ground(320, 436, 290, 22),
    box(72, 230, 496, 200, 96, tube(tint, [0, 0, 0, 1]), `stroke="${lit(tint, -0.4)}" stroke-width="2"`),
    dots,
    end(82),
    end(558),
    box(246, 296, 148, 64, 12, lit(tint, isDark(tint) ? 0.12 : -0.3)),
    box(276, 320, 88, 16, 8, '#fff', 'opacity="0.85"'),
    box(130, 240, 380, 10, 5, '#fff', 'opacity="0.28"'),
  );
};

export const watch: Goods = (tint) => {
  const { across, box, path, ground, tube, body, picture } = createStudio();
  const strap = tube(tint);
  const metal = isDark(tint) ? ([92, 98, 106] as const) : ([206, 210, 214] as const);
  const hand = (d: string, paint: string, width: number) =>
    path(d, 'none', `stroke="${paint}" stroke-width="${width}" stroke-linecap="round"`);
  return picture(
    ground(320, 574, 130, 16),
    path('M232 214 L252 70 a24 24 0 0 1 24 -20 h88 a24 24 0 0 1 24 20 L408 214 Z', strap),
    path('M232 414 L252 552 a24 24 0 0 0 24 20 h88 a24 24 0 0 0 24 -20 L408 414 Z', strap),
    [0, 1, 2, 3].map((n) => box(308, 470 + n * 22, 24, 8, 4, lit(tint, -0.5), 'opacity="0.6"')).join(''),
    box(448, 284, 22, 54, 9, across([lit(metal, 0.3), lit(metal, -0.4)], [0, 0, 0, 1])),
    box(
      188,
      180,
      264,
      268,
      74,
      across([lit(metal, 0.5), lit(metal, -0.25), lit(metal, 0.1)]),
      `stroke="${lit(metal, -0.4)}" stroke-width="2"`,
    ),
    box(200, 192, 240, 244, 64, '#07090c'),
    box(214, 206, 212, 216, 52, across(['#1d2733', '#0b0f15'])),
    hand('M320 250 V318 L366 344', '#fff', 9),
    hand('M320 318 L276 366', body(tint), 5),
    hand('M250 314 a70 70 0 0 1 20 -50', '#f2617a', 12),
    hand('M390 314 a70 70 0 0 1 -46 66', '#8fe07a', 12),
    hand('M366 262 a70 70 0 0 1 16 20', '#61c8f2', 12),
    path('M380 200 a64 64 0 0 1 52 60 L250 428 a64 64 0 0 1 -40 -50 Z', '#fff', 'opacity="0.06"'),
  );
};

export const band: Goods = (tint) => {
  const { across, box, path, ground, tube, picture } = createStudio();
  const strap = tube(tint);
  return picture(
    ground(320, 578, 100, 14),
    path('M268 190 L276 60 a20 20 0 0 1 20 -16 h48 a20 20 0 0 1 20 16 L372 190 Z', strap),
    path('M268 440 L276 560 a20 20 0 0 0 20 16 h48 a20 20 0 0 0 20 -16 L372 440 Z', strap),
    [0, 1, 2, 3].map((n) => box(310, 480 + n * 20, 20, 7, 3.5, lit(tint, -0.5), 'opacity="0.6"')).join(''),
    box(250, 160, 140, 310, 62, across([lit(tint, 0.35), lit(tint, -0.35)]), rim(tint)),
    box(258, 168, 124, 294, 54, '#07090c'),
    box(268, 178, 104, 274, 46, across(['#222c4a', '#0c1018'])),
    box(292, 236, 56, 14, 7, '#fff', 'opacity="0.95"'),
    box(292, 262, 56, 14, 7, '#fff', 'opacity="0.95"'),
    box(288, 330, 64, 10, 5, '#8fe07a'),
    box(288, 352, 44, 10, 5, '#61c8f2'),
    box(288, 374, 54, 10, 5, '#f2617a'),
    path('M340 168 a54 54 0 0 1 42 54 V260 L280 450 a54 54 0 0 1 -22 -40 Z', '#fff', 'opacity="0.07"'),
  );
};
