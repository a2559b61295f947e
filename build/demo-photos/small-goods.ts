import { createStudio, isDark, lit, type Goods, type Tint } from './studio.ts';

const rim = (tint: Tint) => `stroke="${lit(tint, -0.38)}" stroke-width="2.5"`;
const METAL: Tint = [190, 196, 202];

export const charger: Goods = (tint) => {
  const { across, box, ground, turned, body, tube, picture } = createStudio();
  const plug =
    box(262, 74, 26, 96, 6, tube(METAL)) +
    box(352, 74, 26, 96, 6, tube(METAL)) +
    box(196, 152, 248, 380, 52, body(tint), rim(tint)) +
    box(206, 162, 228, 40, 20, '#fff', `opacity="${isDark(tint) ? 0.12 : 0.5}"`) +
    box(
      210,
      190,
      60,
      310,
      30,
      across(
        [
          ['#fff', 0.3],
          ['#fff', 0],
        ],
        [0, 0, 1, 0],
      ),
    ) +
    box(272, 432, 96, 34, 17, '#1a1f25') +
    box(286, 444, 68, 10, 5, '#525b65') +
    box(296, 300, 48, 8, 4, lit(tint, isDark(tint) ? 0.4 : -0.3), 'opacity="0.6"');
  return picture(ground(326, 540, 170, 20), turned(4, 320, 530, plug));
};

export const cable: Goods = (tint) => {
  const { across, box, disc, path, ground, tube, picture } = createStudio();
  const coil = (r: number) =>
    disc(320, 330, r, 'none', `stroke="${lit(tint, -0.36)}" stroke-width="25"`) +
    disc(
      320,
      330,
      r,
      'none',
      `stroke="${across([lit(tint, 0.35), lit(tint, -0.12), lit(tint, 0.2)])}" stroke-width="20"`,
    ) +
    disc(
      320,
      330,
      r + 3,
      'none',
      `stroke="#fff" stroke-opacity="${isDark(tint) ? 0.16 : 0.5}" stroke-width="4"`,
    );
  const plug = (x: number, y: number, degrees: number) =>
    `<g transform="translate(${x} ${y}) rotate(${degrees})">` +
    box(-20, -68, 40, 44, 8, tube(METAL)) +
    box(-30, -34, 60, 98, 14, tube(tint), rim(tint)) +
    box(-13, 60, 26, 34, 6, tube(tint)) +
    '</g>';
  return picture(
    ground(320, 520, 220, 26),
    coil(176),
    coil(148),
    coil(120),
    path(
      'M178 426 C140 480 160 520 120 566',
      'none',
      `stroke="${lit(tint, -0.1)}" stroke-width="20" stroke-linecap="round"`,
    ),
    path(
      'M462 426 C500 480 480 520 520 566',
      'none',
      `stroke="${lit(tint, -0.1)}" stroke-width="20" stroke-linecap="round"`,
    ),
    plug(130, 524, 200),
    plug(510, 524, -200),
    box(290, 470, 60, 72, 12, across(['#31383f', '#14181c'])),
  );
};

export const powerBank: Goods = (tint) => {
  const { across, box, ground, turned, body, picture } = createStudio();
  const bank =
    box(196, 86, 248, 460, 46, across([lit(tint, -0.05), lit(tint, -0.4)])) +
    box(200, 84, 236, 456, 42, body(tint), rim(tint)) +
    box(
      212,
      104,
      50,
      420,
      25,
      across(
        [
          ['#fff', 0.34],
          ['#fff', 0],
        ],
        [0, 0, 1, 0],
      ),
    ) +
    box(264, 96, 50, 16, 8, '#14181d') +
    box(330, 96, 42, 16, 8, '#14181d') +
    [0, 1, 2, 3]
      .map((n) =>
        box(282 + n * 20, 470, 11, 11, 5.5, n < 3 ? '#7fe3a2' : '#fff', n < 3 ? '' : 'opacity="0.3"'),
      )
      .join('') +
    box(288, 292, 64, 64, 32, lit(tint, isDark(tint) ? 0.16 : -0.1)) +
    '<path d="M326 300 L300 330 H318 L312 350 L340 318 H322 Z" fill="#fff" opacity="0.9"/>';
  return picture(ground(328, 552, 160, 20), turned(5, 320, 545, bank));
};

export const phoneCase: Goods = (tint) => {
  const { across, box, disc, ground, turned, body, lens, picture } = createStudio();
  const cover =
    box(180, 60, 280, 510, 62, across([lit(tint, 0.1), lit(tint, -0.42)])) +
    box(186, 64, 266, 500, 58, body(tint), rim(tint)) +
    box(
      198,
      80,
      46,
      462,
      23,
      across(
        [
          ['#fff', 0.34],
          ['#fff', 0],
        ],
        [0, 0, 1, 0],
      ),
    ) +
    disc(320, 352, 78, 'none', `stroke="${lit(tint, isDark(tint) ? 0.25 : -0.12)}" stroke-width="9"`) +
    box(314, 442, 12, 50, 6, lit(tint, isDark(tint) ? 0.25 : -0.12)) +
    box(204, 86, 122, 176, 44, '#15191f') +
    lens(265, 136, 36) +
    lens(265, 212, 36);
  return picture(ground(326, 574, 170, 20), turned(5, 320, 560, cover));
};

export const drive: Goods = (tint) => {
  const { across, box, ground, turned, body, picture } = createStudio();
  const ssd =
    box(176, 116, 288, 416, 44, across([lit(tint, -0.1), lit(tint, -0.45)])) +
    box(172, 110, 288, 412, 44, body(tint), rim(tint)) +
    [0, 1, 2, 3, 4, 5, 6]
      .map((n) => box(202, 156 + n * 26, 228, 8, 4, lit(tint, isDark(tint) ? 0.14 : -0.14), 'opacity="0.8"'))
      .join('') +
    box(202, 420, 110, 20, 10, '#fff', `opacity="${isDark(tint) ? 0.8 : 0.95}"`) +
    box(202, 452, 70, 12, 6, '#fff', 'opacity="0.45"') +
    box(404, 448, 12, 12, 6, '#61c8f2') +
    box(284, 504, 64, 16, 8, '#0d1014') +
    box(
      184,
      124,
      40,
      384,
      20,
      across(
        [
          ['#fff', 0.26],
          ['#fff', 0],
        ],
        [0, 0, 1, 0],
      ),
    );
  return picture(ground(322, 536, 180, 20), turned(-5, 320, 520, ssd));
};

export const router: Goods = (tint) => {
  const { across, box, ground, tube, picture } = createStudio();
  const aerial = (x: number, lean: number) =>
    `<g transform="rotate(${lean} ${x} 380)">${box(x - 11, 96, 22, 300, 11, tube(tint), rim(tint))}</g>`;
  return picture(
    ground(320, 502, 280, 22),
    aerial(120, -12),
    aerial(250, -4),
    aerial(390, 4),
    aerial(520, 12),
    box(
      62,
      366,
      516,
      128,
      40,
      across([lit(tint, 0.36), lit(tint, 0), lit(tint, -0.4)], [0, 0, 0, 1]),
      rim(tint),
    ),
    box(84, 374, 472, 16, 8, '#fff', `opacity="${isDark(tint) ? 0.16 : 0.6}"`),
    [0, 1, 2, 3, 4].map((n) => box(212 + n * 46, 438, 26, 8, 4, n < 4 ? '#62dc98' : '#61c8f2')).join(''),
    box(300, 404, 40, 8, 4, lit(tint, isDark(tint) ? 0.5 : -0.35), 'opacity="0.7"'),
  );
};
