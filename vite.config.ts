import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Rolldown } from 'vite';
import { lightRows, SCHEMAS } from './scripts/light-rows.ts';
import { lightWords } from './scripts/light-words.ts';

/** A first visit to home runs these two files and everything they import without waiting. */
const FIRST_VIEW = ['web/entry.client.tsx', 'web/pages/home.page.tsx'];

/** Each page's head names ten of them. */
const named = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

const isPackage = (module: string) => module.includes('/node_modules/');
/** Entries and pages keep files of their own, by which the manifest finds them. */
const isShared = (module: string) => !isPackage(module) && !/\/web\/(entry\.|pages\/)/.test(module);

/** The modules of the first view that `belong`, as one file: few requests, few names in each page's head. */
function ofFirstView(chunk: string, belong: (module: string) => boolean): Rolldown.CodeSplittingGroup {
  let needed: Set<string> | undefined;
  return {
    debugName: chunk,
    name: (module, graph) => {
      needed ??= reachOf(FIRST_VIEW, graph);
      return needed.has(module) && belong(module) ? chunk : null;
    },
  };
}

function reachOf(files: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(files.map((file) => normalizePath(join(import.meta.dirname, file))));
  // A set that grows while it is walked is walked to its new end.
  for (const module of reached) {
    const info = graph.getModuleInfo(module);
    if (!info) throw new Error(`No page imports ${module}, with which the first view is said to begin.`);
    // The schemas of a contract file belong to the pages that import them.
    for (const next of info.importedIds) if (!next.endsWith(SCHEMAS)) reached.add(next);
  }
  return reached;
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // The server's copy of React is bundled too, and must not be the one for development.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [lightRows(), lightWords(), react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'build/server' : 'build/client',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    rolldownOptions: isSsrBuild
      ? {}
      : {
          treeshake: { manualPureFunctions: ['z', 'endpoint', 'errorCode'] },
          input: ['web/entry.client.tsx', 'web/entry.early.ts', 'web/ui/fonts.css'],
          output: {
            ...named,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [ofFirstView('vendor', isPackage), ofFirstView('app', isShared)],
            },
          },
        },
  },
  // The built server carries what it renders with; in development Node loads packages as they are.
  ssr: command === 'build' ? { noExternal: true } : {},
  cacheDir: '.cache/vite',
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'react-router',
      '@tanstack/react-query',
    ],
  },
}));
