/** Whoever sees little: what must stand out. */
import type { Guard } from './guard.ts';

const edges = [
  'test/contrast.test.ts',
  'edges of controls and the outline of focus are seen in the light theme',
] as const;

export const guards: readonly Guard[] = [
  {
    without: 'the edge of what one writes in is hardly seen',
    file: 'web/ui/tokens.css',
    take: '--color-edge: light-dark(#8d7a83',
    leave: '--color-edge: light-dark(#e9dfd3',
    falls: edges,
  },
  {
    without: 'a field has the edge of a decoration',
    file: 'web/ui/form/field-frame.tsx',
    take: 'border border-edge bg-surface px-4',
    leave: 'border border-line bg-surface px-4',
    falls: ['test/contrast.test.ts', 'what one writes or chooses in has an edge that is seen'],
  },
];
