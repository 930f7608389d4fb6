import { darker, lighter, mix, type Palette } from '../colour.ts'
import { blossom, orchid } from '../flora.ts'
import { skinTones } from '../people.ts'
import { at, cut, flat, line, pool, raised, within } from '../scene.ts'
import { arches, branch, candle, disc, kilim, leaf, niche, steam, table, wall, windowLight } from '../setting.ts'
import { blob, box, oval, ribbon, turned } from '../shape.ts'
import { bowl, roll } from '../things.ts'

const pebble = (w: number, h: number, colour: string) =>
  cut(blob([-w / 2, h * 0.06], [-w * 0.34, -h * 0.36], [0, -h / 2], [w * 0.32, -h * 0.38], [w / 2, 0], [w * 0.33, h * 0.37], [0, h / 2], [-w * 0.35, h * 0.37]), colour, { lift: 1, rim: 4, to: darker(colour, 0.3) }) +
  flat(blob([-w * 0.3, -h * 0.18], [-w * 0.1, -h * 0.34], [w * 0.14, -h * 0.34], [-w * 0.06, -h * 0.24]), '#FFFFFF', 0.26)

const stack = (tints: string[]) =>
  pool(0, 0, 300, 0.3) + [[280, 92, -44], [226, 78, -122], [166, 62, -186], [106, 46, -236]].map(([w, h, y], i) => at(i % 2 ? 8 : -6, y ?? 0, { turn: i % 2 ? 3 : -2 }, () => pebble(w ?? 0, h ?? 0, tints[i % tints.length] ?? '#5E6B3A'))).join('')

/** A corked bottle of oil. */
function flask(h: number, oil: string, glass: string): string {
  const w = h * 0.25
  const shell = turned([[-w * 0.26, -h * 0.8], [-w * 0.26, -h * 0.66], [-w * 0.5, -h * 0.56], [-w, -h * 0.42], [-w * 1.04, -h * 0.1], [-w * 0.86, 0]], 0.85)
  return (
    pool(0, 0, w * 2.3, 0.28) +
    raised(2, cut(box(-w * 0.24, -h * 0.93, w * 0.48, h * 0.16, 8), '#B98B5E', { lift: 0, rim: 3 }), cut(shell, glass, { lift: 0, rim: 5, to: darker(glass, 0.12) }), within(shell, cut(`M${-w * 1.2} ${-h * 0.4}Q${-w * 0.5} ${-h * 0.43} 0 ${-h * 0.4}T${w * 1.2} ${-h * 0.4}V20H${-w * 1.2}z`, oil, { lift: 0, rim: 3, to: darker(oil, 0.24) }) + flat(blob([-w * 0.76, -h * 0.36], [-w * 0.56, -h * 0.4], [-w * 0.62, -h * 0.2], [-w * 0.7, -h * 0.06], [-w * 0.84, -h * 0.14]), '#FFFFFF', 0.5)), cut(box(-w * 0.36, -h * 0.82, w * 0.72, h * 0.045, 6), lighter(glass, 0.3), { lift: 0, rim: 2 }))
  )
}

/** A herbal compress, tied at the neck. */
const compress = (cloth: string, cord: string) =>
  raised(
    2,
    cut('M-22 -92C-30 -140 -20 -190 -26 -226Q0 -242 26 -226C20 -190 30 -140 22 -92z', darker(cloth, 0.08), { lift: 0, rim: 3 }),
    cut(blob([-28, -96], [-92, -58], [-116, 8], [-84, 78], [0, 100], [84, 78], [116, 8], [92, -58], [28, -96]), cloth, { lift: 0, rim: 5, to: darker(cloth, 0.2) }),
    line('M-18 -86C-60 -50 -76 0 -60 60M-6 -86C-20 -40 -24 20 -16 84M8 -86C24 -40 32 20 26 80M20 -86C60 -50 78 0 66 54', darker(cloth, 0.24), 4, 0.45),
    cut(box(-31, -112, 62, 26, 12), cord, { lift: 0, rim: 2 }), cut(box(-28, -134, 56, 24, 12), cord, { lift: 0, rim: 2 }),
  )

const ripples = (x: number, y: number, colour: string, from: number) => Array.from({ length: 9 }, (_, i) => line(oval(x, y, from + i * 44, (from + i * 44) * 0.86), colour, 5, 0.55 - i * 0.045)).join('')

function back(skin: string, hair: string, towel: string): string {
  const body = blob([470, -150], [200, -146], [20, -190], [-96, -226], [-176, -186], [-206, -90], [-252, -58], [-262, 0], [-252, 58], [-206, 90], [-176, 186], [-96, 226], [20, 190], [200, 146], [470, 150])
  return (
    [1, -1].map((side) => cut(ribbon([[-176, side * 150], [-110, side * 206], [60, side * 232], [260, side * 226], [460, side * 214]], (t) => (t < 0.06 ? 60 + t * 500 : 90 - 14 * t), 30), darker(skin, 0.06), { lift: 2, rim: 4 })).join('') +
    cut(body, skin, { lift: 2, rim: 5, to: darker(skin, 0.1) }) + line('M-170 -4C-20 6 160 -4 330 2', darker(skin, 0.26), 5, 0.4) + line('M-110 -150C-60 -130 -30 -90 -24 -50M-110 150C-60 130 -30 90 -24 50', darker(skin, 0.22), 5, 0.36) +
    cut(oval(-312, 0, 96, 86), hair, { lift: 2, rim: 4 }) + cut(oval(-330, -4, 50, 46), lighter(hair, 0.1), { lift: 1, rim: 4 }) + line('M-360 -10Q-330 -46 -296 -16M-356 8Q-326 -24 -300 4', lighter(hair, 0.36), 3, 0.5) +
    cut('M330 -296C296 -120 296 120 330 296H900V-296z', towel, { lift: 2, rim: 5 }) + line('M396 -270C364 -110 364 110 396 270', darker(towel, 0.16), 6, 0.5)
  )
}

export const massage: Record<string, (p: Palette) => string> = {
  'massage-1': (p) =>
    wall(p.ground) + arches(560, 500, 780, 478, [p.soft, mix(p.soft, p.mid, 0.5)], 50) + table(p.mid, 500, 606) +
    at(560, 566, { scale: 1.24 }, () => stack(['#4A4F45', '#5C6156', '#3F443B', '#6C7164'])) +
    at(1090, 700, { turn: -104 }, () => branch([[0, 0], [180, 40], [420, 0]], 1, 60, p.strong)) + at(1030, 250, {}, () => orchid(108, '#FBF1EC', '#C25C78')) + at(1120, 410, { turn: 20 }, () => orchid(88, '#F6E4E0', '#C25C78')) + at(980, 124, { turn: -10, scale: 0.6 }, () => orchid(84, '#FBF1EC', '#C25C78')),
  'massage-2': (p) =>
    wall(p.soft) + disc(420, 330, 270, lighter(p.glow, 0.5)) + table(p.strong, 490, 600) +
    pool(430, 570, 520) + at(310, 492, {}, () => roll(84, p.cream)) + at(478, 492, {}, () => roll(84, mix(p.mid, p.cream, 0.3))) + at(646, 492, {}, () => roll(84, p.cream)) + at(394, 348, {}, () => roll(84, p.accent)) + at(562, 348, {}, () => roll(84, p.cream)) + at(478, 206, {}, () => roll(84, mix(p.mid, p.cream, 0.3))) +
    at(894, 574, {}, () => flask(380, p.glow, '#F1EBD2')) + candle(1090, 578, 140, 170, p.cream),
  'massage-3': (p) =>
    wall(p.ground) + windowLight(560, -60, 560, 640, 0.55) + table(p.soft, 500, 606) +
    at(110, 120, { turn: 18 }, () => branch([[0, 0], [200, -30], [470, 30]], 7, 124, p.strong, '#3E4526')) + at(520, 570, { scale: 1.18 }, () => flask(400, p.glow, '#EFEBD0')) +
    at(810, 574, { scale: 1.1 }, () => bowl(290, 120, p.accent, p.glow)) + at(1060, 580, {}, () => pool(0, 0, 160) + cut(oval(-30, -40, 46, 40), '#4B5230', { lift: 2, rim: 4 }) + cut(oval(48, -36, 40, 36), p.strong, { lift: 2, rim: 4 })) + at(1044, 540, { turn: -40 }, () => leaf(150, 46, p.mid)),
  'massage-4': (p) =>
    wall(p.mid) + kilim(28, 44, 18, 9, p.soft, 0.4) + kilim(28, 598, 18, 9, p.soft, 0.4) + cut(box(-40, 78, 1360, 484), p.cream, { lift: 2, rim: 4 }) +
    at(600, 320, { scale: 0.92 }, () => back(skinTones.warm, '#4A2A1E', p.strong) + [-110, -20, 66, 150, 232].map((x, i) => at(x, 2, { turn: 88 + i * 3 }, () => pebble(68 - (i % 2) * 10, 56, '#474C42'))).join('')) +
    at(1130, 130, {}, () => blossom(70, 8, '#F7E2D8', p.glow)),
  'massage-5': (p) =>
    niche(640, 512, 760, 480, mix(p.soft, p.ground, 0.4), p.strong) + table(p.mid, 512, 608) + steam(400, 330, 230) + steam(880, 330, 220) +
    at(640, 574, { scale: 1.16 }, () => bowl(440, 170, p.deep, p.soft)) + at(560, 330, { turn: -16, scale: 0.98 }, () => compress(p.cream, p.accent)) + at(744, 330, { turn: 20, scale: 0.98 }, () => compress(mix(p.cream, p.glow, 0.3), p.accent)) +
    within(box(0, 376, 1280, 300), at(640, 574, { scale: 1.16 }, () => cut('M-220 -170C-220 -60 -132 -10 -75 -8L-79 0h158l-4 -8C132 -10 220 -60 220 -170Q0 -88 -220 -170z', p.deep, { lift: 0, rim: 4, to: darker(p.deep, 0.2) }))) +
    at(1050, 584, {}, () => pool(0, 0, 150) + at(0, -66, {}, () => roll(66, p.cream))) + at(230, 584, {}, () => pool(0, 0, 150) + at(0, -66, {}, () => roll(66, p.cream))),
  'massage-6': (p) =>
    wall('#EFE6CE') + ripples(470, 330, mix(p.mid, '#D8CBA4', 0.6), 190) + at(470, 330, {}, () => pebble(280, 236, '#4A4F45') + at(6, -14, {}, () => pebble(196, 160, '#666B5E')) + at(-2, -26, {}, () => pebble(116, 92, '#878B7C'))) +
    cut('M980 -60C900 160 1060 420 960 700H1400V-60z', p.strong, { lift: 2, rim: 4 }) + at(1090, 690, { turn: -96 }, () => branch([[0, 0], [200, -40], [520, 20]], 7, 140, p.mid)) + at(860, 130, {}, () => pebble(120, 92, '#6C7164')) + at(130, 540, {}, () => blossom(76, 8, p.cream, p.glow)),
}
