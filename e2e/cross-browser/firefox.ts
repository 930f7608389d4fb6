/** Firefox over WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import type { Engine } from './page.ts';

export async function openFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    protocolTimeout: 30_000,
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    goto: (url) => page.goto(url),
    evaluate: (run, ...args) => page.evaluate(run as (...args: unknown[]) => never, ...args),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    clearCookies: async () => browser.deleteCookie(...(await browser.cookies())),
    errors: async () => errors.splice(0),
    close: () => browser.close(),
  };
}
