import { lighter, mix, type Palette } from '../colour.ts';
import { blossom } from '../flora.ts';
import { bathBrush, bathtub, bubble, bucket, folded, hammamBowl, soap, sponge } from '../parts/spa.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import {
  arches,
  branch,
  candle,
  disc,
  kilim,
  layered,
  leaf,
  niche,
  steam,
  swell,
  table,
  wall,
  windowLight,
} from '../setting.ts';
import { archway, blob, box, oval, ribbon, turned } from '../shape.ts';
import { bowl, dropper, roll } from '../things.ts';

export const spa: Record<string, (p: Palette) => string> = {
  'spa-1': (p) =>
    wall(p.soft) +
    cut(archway(640, 520, 560, 500), p.cream, { lift: 1, rim: 4 }) +
    within(
      archway(640, 520, 520, 480),
      flat(box(300, 0, 700, 640), lighter(p.ground, 0.3)) +
        disc(740, 190, 64, p.glow, 0) +
        flat(box(300, 250, 700, 300), p.mid) +
        flat(box(300, 292, 700, 300), mix(p.mid, p.strong, 0.4)),
    ) +
    line('M640 20V520M380 250H900', p.cream, 12) +
    table(p.strong, 520, 622) +
    at(640, 600, { scale: 1.02 }, () => bathtub('#FFFDF8', p.glow, p.glow)) +
    at(
      150,
      600,
      {},
      () =>
        at(0, -120, { turn: -76 }, () =>
          branch(
            [
              [0, 0],
              [140, -20],
              [280, 30],
            ],
            5,
            90,
            '#7A8B5A',
          ),
        ) +
        at(4, -120, { turn: -112 }, () =>
          branch(
            [
              [0, 0],
              [120, 20],
              [220, -10],
            ],
            4,
            84,
            '#8C9B66',
          ),
        ) +
        pool(0, 0, 150) +
        cut(
          turned([
            [-62, -130],
            [-70, -110],
            [-56, -20],
            [-44, 0],
          ]),
          p.accent,
          { lift: 2, rim: 4 },
        ),
    ) +
    at(1130, 606, { scale: 0.8 }, () => folded([p.cream, p.mid, p.cream])),
  'spa-2': (p) =>
    wall(p.mid) +
    [250, 640, 1030].map((x) => arches(x, 500, 340, 440, [p.soft, p.ground], 34)).join('') +
    kilim(64, 34, 19, 8, p.ground, 0.5) +
    table(p.cream, 500, 606) +
    at(600, 572, { scale: 1.24 }, () => hammamBowl('#C98652')) +
    at(1000, 580, {}, () => folded([p.strong, p.cream, p.accent], 300)) +
    at(236, 530, { turn: -6 }, () => pool(0, 40, 180) + soap(190, 104, '#D9DDB2')),
  'spa-3': (p) =>
    niche(640, 514, 820, 486, p.strong, p.deep) +
    table(p.mid, 514, 610) +
    candle(470, 566, 132, 290, p.cream) +
    candle(330, 576, 120, 180, p.soft) +
    candle(622, 580, 140, 140, p.accent) +
    at(
      890,
      578,
      { scale: 1.08 },
      () =>
        bowl(330, 150, p.cream, '#FFFFFF') +
        cut(blob([-140, -152], [-90, -196], [-20, -222], [60, -206], [140, -152], [60, -136], [-60, -136]), '#FFFFFF', {
          lift: 0,
          rim: 4,
          to: '#D6E6EC',
        }) +
        [-70, -20, 40, 86, -46, 12].map((x, i) => flat(oval(x, -160 - (i % 3) * 14, 5), '#B9D4DE')).join('') +
        at(64, -186, { turn: 38 }, () =>
          raised(
            1,
            cut(
              ribbon(
                [
                  [0, 0],
                  [0, -130],
                  [0, -200],
                ],
                () => 20,
                6,
              ),
              '#B98B5E',
              { lift: 0 },
            ),
            cut('M-34 -10C-36 50 -20 74 0 76S36 50 34 -10z', '#C79A6C', { lift: 0 }),
          ),
        ),
    ),
  'spa-4': (p) =>
    wall(mix(p.ground, '#FFF1D6', 0.6)) +
    disc(860, 270, 180, lighter(p.glow, 0.16)) +
    swell(300, 22, 4, p.soft, 0) +
    swell(376, 26, 4, p.mid, 120) +
    swell(452, 28, 4, mix(p.mid, p.strong, 0.5), 20) +
    swell(536, 26, 4, p.strong, 150) +
    cut('M-60 700V566H620C690 566 720 600 720 700z', p.cream, { lift: 3, rim: 5 }) +
    at(330, 572, { scale: 1.16 }, () => folded([p.accent, p.cream, p.mid, p.cream], 330)) +
    at(330, 300, {}, () => blossom(62, 8, '#FFF6EA', p.glow)) +
    at(596, 574, { scale: 0.86 }, () => dropper(300, p.strong, p.deep, p.cream)),
  'spa-5': (p) =>
    layered(p, 760) +
    at(330, 330, {}, () => sponge(196, '#E8C381')) +
    at(690, 220, { turn: 24, scale: 1.04 }, () => bathBrush('#BC8A5C', '#F2E2C8')) +
    at(1010, 380, { turn: -18, scale: 1.24 }, () => soap(260, 150, '#FBF1E4')) +
    [
      [860, 130, 46],
      [950, 96, 26],
      [1150, 210, 60],
      [1210, 120, 30],
      [120, 110, 40],
      [190, 66, 22],
      [800, 540, 52],
      [884, 580, 28],
      [1180, 560, 40],
      [90, 560, 34],
    ]
      .map(([x, y, r]) => at(x ?? 0, y ?? 0, {}, () => bubble(r ?? 0)))
      .join(''),
  'spa-6': (p) =>
    wall(p.soft) +
    Array.from({ length: 9 }, (_, i) => line(`M0 ${58 + i * 58}H1280`, p.mid, 4, 0.6)).join('') +
    windowLight(90, -80, 420, 620, 0.3) +
    table(p.mid, 506, 606) +
    steam(520, 300, 250) +
    steam(650, 270, 270) +
    steam(590, 330, 190) +
    at(590, 580, { scale: 1.14 }, () => bucket('#D9AC77', p.strong)) +
    at(
      900,
      574,
      {},
      () =>
        pool(20, 0, 260) +
        at(-70, -60, {}, () => roll(70, p.cream)) +
        at(84, -60, {}, () => roll(70, p.accent)) +
        at(8, -178, {}, () => roll(70, p.strong)),
    ) +
    at(238, 580, { turn: 18 }, () =>
      raised(
        2,
        cut(
          ribbon(
            [
              [0, -60],
              [8, -240],
              [0, -420],
            ],
            (t) => 26 - 6 * t,
            12,
          ),
          '#A87645',
          { lift: 0 },
        ),
        cut('M-66 -90C-66 -20 -40 0 0 0S66 -20 66 -90z', '#C0925F', { lift: 0 }),
        cut(oval(0, -90, 66, 15), '#8A5E36', { lift: 0, rim: 2 }),
      ),
    ) +
    at(1130, 610, { turn: -70 }, () =>
      branch(
        [
          [0, 0],
          [110, -16],
          [230, 10],
        ],
        4,
        84,
        '#7A8B5A',
      ),
    ) +
    at(1150, 604, { turn: -110 }, () => leaf(130, 48, '#8C9B66')),
};
