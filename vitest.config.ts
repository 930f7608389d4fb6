import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{server,core,db,test,scripts}/**/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
