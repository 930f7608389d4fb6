/** Colour arithmetic and the tints of the seven categories. */
export type Palette = {
  ground: string;
  soft: string;
  mid: string;
  strong: string;
  deep: string;
  cream: string;
  accent: string;
  glow: string;
  dark: string;
};

const cream = '#FBF4EA';

export const palettes = {
  hair: {
    ground: '#F6DFD0',
    soft: '#EBBFA6',
    mid: '#D98F6C',
    strong: '#B4553A',
    deep: '#6E2C20',
    cream,
    accent: '#7C8455',
    glow: '#E3A94B',
    dark: '#3A211B',
  },
  skin: {
    ground: '#FCE8D0',
    soft: '#F7D0A6',
    mid: '#EFB27C',
    strong: '#D8823F',
    deep: '#8A4A22',
    cream,
    accent: '#7E8C57',
    glow: '#F2C25C',
    dark: '#3A271A',
  },
  nails: {
    ground: '#F8DEDC',
    soft: '#EFBBBC',
    mid: '#DB7683',
    strong: '#A6263E',
    deep: '#5E1226',
    cream,
    accent: '#D9A04A',
    glow: '#EDC07A',
    dark: '#3B1722',
  },
  eyebrows: {
    ground: '#EFE3D5',
    soft: '#DCC6AE',
    mid: '#B59273',
    strong: '#74503A',
    deep: '#3F281C',
    cream,
    accent: '#C97B66',
    glow: '#D9A860',
    dark: '#2E221B',
  },
  lips: {
    ground: '#FBE0E3',
    soft: '#F4C1CB',
    mid: '#E6899F',
    strong: '#C43A63',
    deep: '#781C40',
    cream,
    accent: '#D4A055',
    glow: '#EFC27F',
    dark: '#3A1826',
  },
  massage: {
    ground: '#ECECD6',
    soft: '#D2D6AE',
    mid: '#A5AD74',
    strong: '#5E6B3A',
    deep: '#343E22',
    cream,
    accent: '#C4704C',
    glow: '#E0AE55',
    dark: '#232A1A',
  },
  spa: {
    ground: '#DCECEF',
    soft: '#B2D3DC',
    mid: '#71ABC0',
    strong: '#2C6D8C',
    deep: '#173F58',
    cream,
    accent: '#D98B6A',
    glow: '#E3B566',
    dark: '#15293A',
  },
} satisfies Record<string, Palette>;

export type Category = keyof typeof palettes;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

export function mix(from: string, to: string, share: number): string {
  const end = channels(to);
  const out = channels(from).map((value, i) => Math.round(value + ((end[i] ?? 0) - value) * share));
  return `#${out.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (colour: string, share: number) => mix(colour, '#FFF9F0', share);
export const darker = (colour: string, share: number) => mix(colour, '#3A1420', share);
