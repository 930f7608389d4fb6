/** Every scene by its id, with the palette it is drawn in. */
import { type Category, type Palette, palettes } from './colour.ts';
import { eyebrows } from './scenes/eyebrows.ts';
import { hair } from './scenes/hair.ts';
import { lips } from './scenes/lips.ts';
import { massage } from './scenes/massage.ts';
import { nails } from './scenes/nails.ts';
import { skin } from './scenes/skin.ts';
import { spa } from './scenes/spa.ts';

export type Scene = { id: string; category: Category; palette: Palette; draw: (palette: Palette) => string };

const families: Record<Category, Record<string, (palette: Palette) => string>> = {
  hair,
  skin,
  nails,
  eyebrows,
  lips,
  massage,
  spa,
};

export const categories = Object.keys(families) as Category[];

export const scenes: Scene[] = categories.flatMap((category) =>
  Object.entries(families[category]).map(([id, draw]) => ({ id, category, palette: palettes[category], draw })),
);
