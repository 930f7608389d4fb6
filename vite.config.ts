import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page shares travels as one file: few requests, few names in each page's head. */
const FIRST_VIEW =
  /zod|core\/(contract|domain|i18n\/(t|format|language))|web\/(kit\/|app\.tsx|routes\.ts|shell\/|ui\/(button|icons|picture|skeleton|empty-state|loading-text|tooltip-gate|mark|dialog|problem)|features\/(deals\/(?!deal-detail|deal-not-found)|favorites|cart\/use-cart|accounts\/use-user))/;

export default defineConfig(({ command, isSsrBuild }) => ({
  // The server's copy of React is bundled too, and must not be the one for development.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [react(), tailwindcss()],
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
          input: 'web/entry.client.tsx',
          output: {
            advancedChunks: {
              groups: [
                { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|cookie)\// },
                { name: 'app', test: FIRST_VIEW },
              ],
            },
          },
        },
  },
  ssr: { noExternal: true },
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
