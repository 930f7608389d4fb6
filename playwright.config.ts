import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const ofTheSystem = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const executablePath = process.env.CHROMIUM_PATH || ofTheSystem;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/shop/open-shop.ts',
  outputDir: '.cache/journeys',
  fullyParallel: true,
  forbidOnly: true,
  // A journey waits as much as it works.
  workers: 4,
  // Patience costs nothing while all is well; on a machine with other work to do it is the difference.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'sq-AL',
    timezoneId: 'Europe/Tirane',
    serviceWorkers: 'block',
    // A browser that read the shop's code before does a fifth less; cookies, storage, cache and clock are new each time.
    reuseContext: true,
    actionTimeout: 30_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      // In a locale without Unicode, as a machine without one has it, it keeps no download in a folder called ë.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page is open long enough for code that is made fast to pay.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
