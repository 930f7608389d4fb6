import { darker, lighter, mix, type Palette } from '../colour.ts'
import { blossom } from '../flora.ts'
import { at, cut, flat, line, pool, raised, within } from '../scene.ts'
import { arches, branch, candle, disc, kilim, layered, leaf, niche, steam, swell, table, wall, windowLight } from '../setting.ts'
import { archway, blob, box, oval, ribbon, turned, type Point } from '../shape.ts'
import { bowl, dropper, roll } from '../things.ts'

const foam = (points: [number, number, number][]) => raised(1, ...points.map(([x, y, r]) => cut(oval(x, y, r), '#FFFFFF', { lift: 0, rim: 3, to: '#DCEAF0' })))

function bathtub(enamel: string, feet: string, brass: string): string {
  const claw = (x: number, flip: boolean) => at(x, -8, { flip }, () => cut('M-44 -56C-40 -20 -10 -22 -12 4C-14 26 24 30 30 8C34 -14 10 -40 30 -66z', feet, { lift: 1, rim: 3 }))
  return (
    pool(0, 20, 700, 0.26) +
    raised(1, line('M318 -250V-410Q318 -462 268 -462Q222 -462 222 -416', darker(brass, 0.16), 22), line('M318 -250V-410Q318 -462 268 -462Q222 -462 222 -416', brass, 15), cut(box(200, -424, 44, 24, 8), brass, { lift: 0, rim: 2 }), cut(box(286, -320, 64, 16, 8), brass, { lift: 0, rim: 2 })) +
    claw(-210, false) + claw(210, true) +
    foam([[-250, -262, 44], [-180, -286, 60], [-92, -282, 52], [-14, -300, 66], [74, -280, 54], [150, -272, 46], [-136, -250, 50], [20, -250, 56]]) +
    raised(2, cut('M-356 -250C-350 -110 -300 -20 -200 -14H200C300 -20 350 -110 356 -250z', enamel, { lift: 0, rim: 5, to: darker(enamel, 0.16) }), cut(box(-388, -270, 776, 42, 21), enamel, { lift: 1, rim: 5 }), kilim(-224, -130, 8, 8, darker(enamel, 0.16), 0.9))
  )
}

function hammamBowl(copper: string): string {
  const shell = 'M-190 -96C-176 -30 -110 0 0 0S176 -30 190 -96z'
  return (
    pool(0, 0, 340, 0.28) +
    raised(2, cut(shell, copper, { lift: 0, rim: 5, to: darker(copper, 0.26) }), within(shell, kilim(-176, -52, 7, 7, lighter(copper, 0.45), 0.75) + line('M-200 -84H200M-200 -20H200', darker(copper, 0.3), 4, 0.5)), cut(oval(0, -96, 192, 34), lighter(copper, 0.34), { lift: 0, rim: 3 }), cut(oval(0, -93, 170, 25), '#9CCBDA', { lift: 0, rim: 0, to: '#CFE6EC' }), cut(oval(0, -89, 40, 9), lighter(copper, 0.2), { lift: 0, rim: 2 }))
  )
}

const soap = (w: number, h: number, colour: string) =>
  cut(box(-w / 2, -h / 2, w, h, h * 0.34), colour, { lift: 2, rim: 5, to: darker(colour, 0.14) }) + `<path d="${box(-w * 0.38, -h * 0.3, w * 0.76, h * 0.6, h * 0.2)}" fill="none" stroke="${darker(colour, 0.18)}" stroke-width="4" opacity=".6"/>` + kilim(0, 0, 1, h * 0.07, darker(colour, 0.18), 0.7)

const bubble = (r: number) => cut(oval(0, 0, r), '#F4FBFD', { lift: 1, rim: 3, to: '#BFDDE7' }) + flat(oval(-r * 0.34, -r * 0.36, r * 0.22, r * 0.15), '#FFFFFF', 0.95) + line(`M${r * 0.1} ${r * 0.66}Q${r * 0.56} ${r * 0.56} ${r * 0.66} ${r * 0.1}`, '#FFFFFF', r * 0.09, 0.8)

function sponge(r: number, colour: string): string {
  const points = [1, 0.94, 1.04, 0.9, 1.02, 0.96, 1.06, 0.92, 1, 1.05, 0.93].map((k, i): Point => [Math.cos(i * 0.5712) * r * k, Math.sin(i * 0.5712) * r * k * 0.84])
  const holes = Array.from({ length: 26 }, (_, i) => {
    const reach = r * 0.82 * Math.sqrt((i + 0.6) / 26)
    return flat(oval(Math.cos(i * 2.4) * reach, Math.sin(i * 2.4) * reach * 0.86, 5 + ((i * 7) % 9), 4 + ((i * 5) % 8)), darker(colour, 0.34), 0.6)
  }).join('')
  return cut(blob(...points), colour, { lift: 2, rim: 6, to: darker(colour, 0.14) }) + holes
}

const bathBrush = (wood: string, bristle: string) =>
  raised(
    2,
    cut(ribbon([[0, 60], [-8, 200], [8, 330], [0, 430]], (t) => 34 + 16 * t ** 2, 20), wood, { lift: 0 }), cut(oval(0, 404, 9), darker(wood, 0.4), { lift: 0, rim: 0 }),
    cut(oval(0, -40, 106, 146), wood, { lift: 0, rim: 5, to: darker(wood, 0.2) }), cut(oval(0, -40, 84, 122), darker(wood, 0.22), { lift: 0, rim: 0 }),
    [-2, -1, 0, 1, 2].map((column) => [-3, -2, -1, 0, 1, 2, 3].filter((row) => (column / 2.7) ** 2 + (row / 3.7) ** 2 < 1).map((row) => cut(oval(column * 29 + (row % 2) * 6, -40 + row * 29, 12), bristle, { lift: 0, rim: 3 })).join('')).join(''),
  )

function bucket(wood: string, hoop: string): string {
  const shell = 'M-150 -230L-122 0H122L150 -230z'
  return (
    pool(0, 0, 280, 0.3) + line('M-142 -226C-130 -420 130 -420 142 -226', darker(hoop, 0.1), 13) + line('M-142 -230C-130 -424 130 -424 142 -230', hoop, 9) + cut(box(-56, -388, 112, 26, 13), wood, { lift: 1, rim: 3 }) +
    raised(2, cut(shell, wood, { lift: 0, rim: 4, to: darker(wood, 0.22) }), line('M-92 -228L-76 0M-38 -228L-30 0M18 -228L14 0M72 -228L58 0M118 -228L98 0', darker(wood, 0.32), 3, 0.6), within(shell, cut('M-170 -186Q0 -160 170 -186V-158Q0 -132 -170 -158z', hoop, { lift: 1, rim: 2 }) + cut('M-170 -64Q0 -40 170 -64V-36Q0 -12 -170 -36z', hoop, { lift: 1, rim: 2 })), cut(oval(0, -230, 150, 26), lighter(wood, 0.3), { lift: 0, rim: 3 }), cut(oval(0, -228, 134, 20), '#9CCBDA', { lift: 0, rim: 0, to: '#D3E8EE' }))
  )
}

const folded = (tints: string[], w = 280) => pool(0, 0, w) + raised(2, ...tints.map((tint, i) => cut(box(-w / 2 + i * 6, -60 - i * 56, w - i * 12, 60, 28), tint, { lift: 1, rim: 4, to: darker(tint, 0.12) }) + line(`M${-w / 2 + 40} ${-31 - i * 56}H${w / 2 - 50}`, darker(tint, 0.14), 4, 0.6)))

export const spa: Record<string, (p: Palette) => string> = {
  'spa-1': (p) =>
    wall(p.soft) + cut(archway(640, 520, 560, 500), p.cream, { lift: 1, rim: 4 }) +
    within(archway(640, 520, 520, 480), flat(box(300, 0, 700, 640), lighter(p.ground, 0.3)) + disc(740, 190, 64, p.glow, 0) + flat(box(300, 250, 700, 300), p.mid) + flat(box(300, 292, 700, 300), mix(p.mid, p.strong, 0.4))) + line('M640 20V520M380 250H900', p.cream, 12) +
    table(p.strong, 520, 622) + at(640, 600, { scale: 1.02 }, () => bathtub('#FFFDF8', p.glow, p.glow)) +
    at(150, 600, {}, () => at(0, -120, { turn: -76 }, () => branch([[0, 0], [140, -20], [280, 30]], 5, 90, '#7A8B5A')) + at(4, -120, { turn: -112 }, () => branch([[0, 0], [120, 20], [220, -10]], 4, 84, '#8C9B66')) + pool(0, 0, 150) + cut(turned([[-62, -130], [-70, -110], [-56, -20], [-44, 0]]), p.accent, { lift: 2, rim: 4 })) + at(1130, 606, { scale: 0.8 }, () => folded([p.cream, p.mid, p.cream])),
  'spa-2': (p) =>
    wall(p.mid) + [250, 640, 1030].map((x) => arches(x, 500, 340, 440, [p.soft, p.ground], 34)).join('') + kilim(64, 34, 19, 8, p.ground, 0.5) + table(p.cream, 500, 606) +
    at(600, 572, { scale: 1.24 }, () => hammamBowl('#C98652')) + at(1000, 580, {}, () => folded([p.strong, p.cream, p.accent], 300)) + at(236, 530, { turn: -6 }, () => pool(0, 40, 180) + soap(190, 104, '#D9DDB2')),
  'spa-3': (p) =>
    niche(640, 514, 820, 486, p.strong, p.deep) + table(p.mid, 514, 610) +
    candle(470, 566, 132, 290, p.cream) + candle(330, 576, 120, 180, p.soft) + candle(622, 580, 140, 140, p.accent) +
    at(890, 578, { scale: 1.08 }, () => bowl(330, 150, p.cream, '#FFFFFF') + cut(blob([-140, -152], [-90, -196], [-20, -222], [60, -206], [140, -152], [60, -136], [-60, -136]), '#FFFFFF', { lift: 0, rim: 4, to: '#D6E6EC' }) + [-70, -20, 40, 86, -46, 12].map((x, i) => flat(oval(x, -160 - (i % 3) * 14, 5), '#B9D4DE')).join('') + at(64, -186, { turn: 38 }, () => raised(1, cut(ribbon([[0, 0], [0, -130], [0, -200]], () => 20, 6), '#B98B5E', { lift: 0 }), cut('M-34 -10C-36 50 -20 74 0 76S36 50 34 -10z', '#C79A6C', { lift: 0 })))),
  'spa-4': (p) =>
    wall(mix(p.ground, '#FFF1D6', 0.6)) + disc(860, 270, 180, lighter(p.glow, 0.16)) + swell(300, 22, 4, p.soft, 0) + swell(376, 26, 4, p.mid, 120) + swell(452, 28, 4, mix(p.mid, p.strong, 0.5), 20) +
    swell(536, 26, 4, p.strong, 150) + cut('M-60 700V566H620C690 566 720 600 720 700z', p.cream, { lift: 3, rim: 5 }) + at(330, 572, { scale: 1.16 }, () => folded([p.accent, p.cream, p.mid, p.cream], 330)) + at(330, 300, {}, () => blossom(62, 8, '#FFF6EA', p.glow)) + at(596, 574, { scale: 0.86 }, () => dropper(300, p.strong, p.deep, p.cream)),
  'spa-5': (p) =>
    layered(p, 760) + at(330, 330, {}, () => sponge(196, '#E8C381')) + at(690, 220, { turn: 24, scale: 1.04 }, () => bathBrush('#BC8A5C', '#F2E2C8')) + at(1010, 380, { turn: -18, scale: 1.24 }, () => soap(260, 150, '#FBF1E4')) +
    [[860, 130, 46], [950, 96, 26], [1150, 210, 60], [1210, 120, 30], [120, 110, 40], [190, 66, 22], [800, 540, 52], [884, 580, 28], [1180, 560, 40], [90, 560, 34]].map(([x, y, r]) => at(x ?? 0, y ?? 0, {}, () => bubble(r ?? 0))).join(''),
  'spa-6': (p) =>
    wall(p.soft) + Array.from({ length: 9 }, (_, i) => line(`M0 ${58 + i * 58}H1280`, p.mid, 4, 0.6)).join('') + windowLight(90, -80, 420, 620, 0.3) + table(p.mid, 506, 606) +
    steam(520, 300, 250) + steam(650, 270, 270) + steam(590, 330, 190) + at(590, 580, { scale: 1.14 }, () => bucket('#D9AC77', p.strong)) +
    at(900, 574, {}, () => pool(20, 0, 260) + at(-70, -60, {}, () => roll(70, p.cream)) + at(84, -60, {}, () => roll(70, p.accent)) + at(8, -178, {}, () => roll(70, p.strong))) +
    at(238, 580, { turn: 18 }, () => raised(2, cut(ribbon([[0, -60], [8, -240], [0, -420]], (t) => 26 - 6 * t, 12), '#A87645', { lift: 0 }), cut('M-66 -90C-66 -20 -40 0 0 0S66 -20 66 -90z', '#C0925F', { lift: 0 }), cut(oval(0, -90, 66, 15), '#8A5E36', { lift: 0, rim: 2 }))) +
    at(1130, 610, { turn: -70 }, () => branch([[0, 0], [110, -16], [230, 10]], 4, 84, '#7A8B5A')) + at(1150, 604, { turn: -110 }, () => leaf(130, 48, '#8C9B66')),
}
