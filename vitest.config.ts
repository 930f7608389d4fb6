import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A worker waits for PostgreSQL and for processes it starts as much as it works.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'node',
          // Loading the app for each file took longer than the tests did; a file leaves nothing behind for the next.
          isolate: false,
          environment: 'node',
          include: ['{server,core,db,test,scripts}/**/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'web',
          // Little is waited for here, and each loads browser and app for five CPU seconds.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          environment: './test/one-window.ts',
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: './test/dom.tsx',
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
