import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Rolldown } from 'vite';
import { lightRows, SCHEMAS } from './scripts/light-rows.ts';
import { lightWords } from './scripts/light-words.ts';

/** The entry of the app with all its static imports, home among them. */
const FIRST_VIEW = ['web/entry.client.tsx'];

/** How long each plugin took is not asked at every build. */
const QUIET = { bundlerTimings: false };

/** Short names: each page's head has ten of them. */
const named = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

const isPackage = (module: string) => module.includes('/node_modules/');
/** Entries and pages stay separate chunks, because the server looks them up in the manifest. */
const isShared = (module: string) => !isPackage(module) && !/\/web\/(entry\.|pages\/(?!home\.))/.test(module);

/** Puts the matching modules of the first view into one chunk: few requests, few names in each page's head. */
function firstViewChunk(chunk: string, belong: (module: string) => boolean): Rolldown.CodeSplittingGroup {
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
  // Iteration of a Set includes elements added meanwhile.
  for (const module of reached) {
    const info = graph.getModuleInfo(module);
    if (!info) throw new Error(`${module} of FIRST_VIEW is not in the module graph.`);
    // The schemas of a contract file belong to the pages that import them.
    for (const next of info.importedIds) if (!next.endsWith(SCHEMAS)) reached.add(next);
  }
  return reached;
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // The bundled server must not have the development build of React.
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
      ? { checks: QUIET, output: { codeSplitting: false } }
      : {
          checks: QUIET,
          treeshake: { manualPureFunctions: ['z', 'endpoint', 'errorCode'] },
          input: ['web/entry.client.tsx', 'web/ui/fonts.css'],
          output: {
            ...named,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                firstViewChunk('vendor', isPackage),
                firstViewChunk('app', isShared),
                { name: 'pages', test: /\/(web\/page-files|core\/i18n\/area(s|-files))\.ts$/ },
              ],
            },
          },
        },
  },
  // The built server bundles its packages; in development Node loads them.
  ssr: command === 'build' ? { noExternal: true } : {},
  // Web workers: modules, as our pages are.
  worker: { format: 'es', rolldownOptions: { output: named } },
  cacheDir: '.cache/vite',
  optimizeDeps: {
    include: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', '@tanstack/react-query'],
  },
}));
