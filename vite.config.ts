import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'build/server' : 'build/client',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    rolldownOptions: isSsrBuild ? {} : { input: 'web/entry.client.tsx' },
  },
  ssr: { noExternal: true, external: ['react', 'react-dom'] },
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
