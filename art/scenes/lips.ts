import { darker, lighter, mix, type Palette } from '../colour.ts'
import { rose } from '../flora.ts'
import { face, lips as mouth, skinTones } from '../people.ts'
import { at, cut, flat, line, pool, raised, within } from '../scene.ts'
import { arches, branch, disc, kilim, layered, leaf, niche, plinth, table, wall, windowLight } from '../setting.ts'
import { blob, box, oval, poly, ribbon } from '../shape.ts'
import { brush, standMirror } from '../things.ts'

const bullet = 'M-38 0V-104C-38 -126 -20 -142 4 -160C22 -172 38 -166 38 -146V0z'

/** An open lipstick standing up. */
function lipstick(colour: string, shell: string, metal: string, standing = true): string {
  return (
    (standing ? pool(0, 0, 150, 0.3) : '') +
    raised(
      2,
      at(0, -236, {}, () => cut(bullet, colour, { lift: 0, rim: 4, to: darker(colour, 0.2) }) + within(bullet, flat('M38 -170C20 -172 -38 -130 -38 -100C-10 -130 20 -146 38 -146z', lighter(colour, 0.34), 0.7) + flat(box(-26, -96, 9, 90, 4), '#FFFFFF', 0.3))),
      cut(box(-46, -244, 92, 84, 6), metal, { lift: 0, rim: 4, to: darker(metal, 0.24) }),
      flat(box(-34, -238, 12, 72, 6), '#FFFFFF', 0.4),
      cut(box(-58, -168, 116, 168, 12), shell, { lift: 0, rim: 4, to: darker(shell, 0.24) }),
      flat(box(-44, -154, 13, 140, 6), '#FFFFFF', 0.16),
      cut(box(-58, -44, 116, 12), metal, { lift: 0, rim: 1 }),
    )
  )
}

const cover = (shell: string, metal: string) => pool(0, 0, 150, 0.28) + raised(2, cut(box(-58, -190, 116, 190, 12), shell, { lift: 0, rim: 4, to: darker(shell, 0.24) }), cut(box(-58, -22, 116, 12), metal, { lift: 0, rim: 1 }), flat(box(-44, -176, 13, 150, 6), '#FFFFFF', 0.16))

const stroke = (colour: string) =>
  cut(ribbon([[-300, 60], [-120, -24], [40, 34], [180, -30], [320, 10]], (t) => 104 * Math.sin(Math.PI * (0.012 + 0.976 * t)) ** 0.4, 44), colour, { lift: 1, rim: 5, to: darker(colour, 0.14) }) +
  ['M-250 40C-110 -46 20 44 170 -38', 'M-240 66C-100 -14 40 64 230 -8', 'M-200 24C-110 -24 10 44 120 6'].map((d, i) => line(d, lighter(colour, 0.4), 5 - i, 0.42)).join('')

const gloss = (colour: string, lid: string) =>
  raised(2, cut(box(-38, -300, 76, 168, 14), lid, { lift: 0, rim: 4 }), flat(box(-26, -288, 10, 140, 5), '#FFFFFF', 0.22), cut(box(-20, -136, 40, 24, 4), lighter(lid, 0.4), { lift: 0, rim: 2 }), cut(box(-38, -118, 76, 244, 20), lighter(colour, 0.3), { lift: 0, rim: 4 }), cut(box(-28, -80, 56, 196, 16), colour, { lift: 0, rim: 0, to: darker(colour, 0.2) }), flat(box(-22, -70, 10, 170, 5), '#FFFFFF', 0.5))

const tin = (r: number, metal: string, balm: string) =>
  cut(oval(0, 0, r), metal, { lift: 2, rim: 5, to: darker(metal, 0.2) }) + cut(oval(0, 0, r * 0.87), darker(metal, 0.3), { lift: 0, rim: 0 }) + cut(oval(3, 4, r * 0.85), balm, { lift: 0, rim: 0, to: darker(balm, 0.1) }) +
  cut(`M${-r * 0.5} ${r * 0.1}C${-r * 0.4} ${-r * 0.5} ${r * 0.4} ${-r * 0.5} ${r * 0.52} ${-r * 0.06}C${r * 0.3} ${-r * 0.22} ${-r * 0.1} ${-r * 0.2} ${-r * 0.5} ${r * 0.1}z`, lighter(balm, 0.4), { lift: 0, rim: 2 }) + line(`M${-r * 0.4} ${r * 0.42}Q0 ${r * 0.56} ${r * 0.46} ${r * 0.3}`, lighter(balm, 0.5), 5, 0.5)

function compactMirror(shell: string, metal: string, glass: string, powder: string, reflection: string): string {
  return raised(
    3,
    cut(oval(0, 168, 196, 196), shell, { lift: 0, rim: 5, to: darker(shell, 0.24) }), cut(oval(0, 168, 164, 164), metal, { lift: 0, rim: 0 }), cut(oval(0, 168, 156, 156), powder, { lift: 0, rim: 4 }),
    kilim(-96, 168, 4, 8, darker(powder, 0.16), 0.5),
    cut(box(-50, -44, 100, 30, 8), metal, { lift: 0, rim: 2 }),
    cut(oval(0, -216, 196, 196), shell, { lift: 1, rim: 5, to: darker(shell, 0.2) }), cut(oval(0, -216, 170, 170), metal, { lift: 0, rim: 0 }),
    within(oval(0, -216, 162, 162), flat(oval(0, -216, 170), glass) + at(0, -206, {}, () => reflection) + flat(poly([-170, -180], [-20, -390], [20, -390], [-170, -120]), '#FFFFFF', 0.34)),
  )
}

export const lips: Record<string, (p: Palette) => string> = {
  'lips-1': (p) =>
    wall(p.soft) + disc(640, 320, 292, p.ground) + disc(640, 320, 236, mix(p.soft, p.mid, 0.4)) +
    at(640, 322, { scale: 3.1 }, () => mouth(p.strong)) +
    at(110, 560, { scale: 1 }, () => rose(118, p.mid)) + at(1180, 90, {}, () => rose(108, p.mid)) + at(204, 470, { turn: -40 }, () => leaf(120, 52, '#7E8C57')) + at(1096, 176, { turn: 150 }, () => leaf(120, 52, '#7E8C57')),
  'lips-2': (p) =>
    wall(p.ground) + arches(640, 504, 840, 482, [p.soft, mix(p.soft, p.mid, 0.45)], 50) + table(p.mid, 504, 608) +
    plinth(640, 500, 260, 60, p.cream) + at(640, 508, { scale: 1.12 }, () => lipstick(p.strong, p.deep, p.accent)) +
    at(404, 570, { scale: 1.06 }, () => lipstick('#D9775F', p.cream, p.accent)) + at(876, 570, { scale: 1.06 }, () => lipstick(p.deep, mix(p.strong, p.deep, 0.3), p.accent)) + at(1034, 578, { scale: 0.96 }, () => cover(p.cream, p.accent)),
  'lips-3': (p) =>
    layered(p, 780, 80) +
    at(450, 336, { turn: -12, scale: 0.75 }, () => compactMirror(p.deep, p.accent, skinTones.fair, '#F3CDBB', at(0, 6, { scale: 1.12, turn: 12 }, () => mouth(p.strong)))) +
    at(960, 500, { turn: 32, scale: 1.16 }, () => lipstick(p.strong, p.deep, p.accent, false)),
  'lips-4': (p) =>
    wall(p.soft) + cut('M-60 -60H760C620 200 700 420 500 700H-60z', p.ground, { lift: 2, rim: 4 }) + windowLight(60, -80, 460, 760, 0.28) +
    at(330, 350, {}, () => tin(178, p.accent, '#EFA9A0')) + at(690, 350, { turn: 14, scale: 1.18 }, () => gloss(p.strong, p.deep)) + at(960, 240, { turn: 28, scale: 1.1 }, () => brush(320, 34, p.deep, p.accent, p.strong, 'point')) + at(1150, 480, { turn: 14, scale: 1.02 }, () => gloss(p.mid, p.cream)),
  'lips-5': (p) =>
    wall(p.deep) + cut(blob([120, -80], [900, -140], [1400, 200], [1330, 760], [500, 760], [-80, 500]), p.strong, { lift: 2, rim: 4 }) + cut(blob([420, -80], [1000, -60], [1240, 240], [1120, 720], [600, 740], [240, 420]), p.mid, { lift: 2, rim: 4 }) +
    at(560, 170, { turn: -14, scale: 1.3 }, () => stroke('#F3B7BE')) + at(600, 330, { turn: -10, scale: 1.3 }, () => stroke(p.strong)) + at(660, 500, { turn: -6, scale: 1.2 }, () => stroke(p.deep)) +
    at(1010, 520, { turn: 24, scale: 1.2 }, () => lipstick(p.strong, p.cream, p.accent, false)),
  'lips-6': (p) =>
    niche(640, 520, 640, 490, mix(p.soft, p.mid, 0.4), p.ground) +
    table(p.soft, 520, 614) +
    at(640, 576, { scale: 1.06 }, () => standMirror(190, p.accent, p.ground, at(0, -306, { scale: 1.08 }, () => face({ skin: skinTones.fair, brows: '#6B3B2E', lips: p.strong }) + cut('M-110 -14C-160 -170 -80 -220 0 -214C80 -220 160 -170 110 -14C112 -84 78 -132 20 -150C-20 -120 -100 -110 -110 -14z', '#5A2A24', { lift: 1, rim: 3 })))) +
    at(320, 580, { scale: 0.98 }, () => lipstick(p.strong, p.deep, p.accent)) + at(206, 586, { scale: 0.86 }, () => cover(p.deep, p.accent)) +
    at(990, 584, {}, () => pool(0, 0, 220) + at(-6, -66, { scale: 0.86 }, () => rose(96, p.strong)) + at(116, -46, { scale: 0.7 }, () => rose(84, p.mid))) + at(1000, 596, { turn: -20 }, () => branch([[0, 0], [100, -20], [230, -10]], 4, 66, '#7E8C57')),
}
