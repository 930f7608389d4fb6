/** Builds the service worker, after the client: it lists the files of the build. */
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const client = 'build/client';
const manifest = Object.values(
  JSON.parse(readFileSync(`${client}/manifest.json`, 'utf8')) as Record<
    string,
    { file: string; css?: string[]; src?: string }
  >,
);
/** Admins are online. */
const isForAdmins = (src = '') => src.includes('/admin');
const built = manifest.filter(({ src }) => !isForAdmins(src)).flatMap(({ file, css = [] }) => [file, ...css]);
/** Not in the manifest. */
const workers = readdirSync(`${client}/assets`).filter((name) => /\.worker-[^.]+\.js$/.test(name));
const fonts = readdirSync(`${client}/fonts`).filter((name) => name.endsWith('.woff2'));

export default defineConfig({
  publicDir: false,
  define: {
    BUILT_FILES: JSON.stringify(
      [...new Set(built), ...workers.map((name) => `assets/${name}`), ...fonts.map((name) => `fonts/${name}`)].map(
        (file) => `/${file}`,
      ),
    ),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: client,
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: false,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    rolldownOptions: {
      input: { 'service-worker': 'web/pwa/worker/service-worker.ts' },
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});
