/** The Chromium of the measurements and the flags it needs in a closed network. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** CHROMIUM_PATH, the system's, or Playwright's own. */
export function findBrowser(): string {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()];
  const found = places.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found. Set CHROMIUM_PATH, or run `npm test` once: it installs one.');
  return found;
}
