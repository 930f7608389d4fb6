import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { Builder, By } from 'selenium-webdriver';
import { freePort } from '#test/free-port.ts';
import { type Engine, listen, within } from './page.ts';

const RELOAD_MS = 10_000;

interface Kind {
  name: string;
  /** Programs that have to be there, with their Debian packages. */
  needs: Record<string, string>;
  open(): Promise<Engine>;
}

export const engines: Kind[] = [
  { name: 'Firefox', needs: { 'firefox-esr': 'firefox-esr' }, open: openFirefox },
  { name: 'WebKit', needs: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' }, open: openWebKit },
];

/** Over WebDriver BiDi. */
async function openFirefox(): Promise<Engine> {
  const defaultViewport = { width: 1280, height: 900 };
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    defaultViewport,
  });
  let page = await browser.newPage();
  await page.evaluateOnNewDocument(listen);
  return {
    goto: (url) => page.goto(url),
    evaluate: (run, ...args) => page.evaluate(run as (...args: unknown[]) => never, ...args),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    chooseFile: async (selector, path) =>
      ((await page.$(selector)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    switchWindow: async () => {
      // Firefox starts with an empty one.
      const other = (await browser.pages()).findLast((each) => each !== page && each.url() !== 'about:blank');
      page = other ?? page;
      return other !== undefined;
    },
    oneWindow: async () => {
      const [first, ...others] = (await browser.pages()).filter((each) => each.url() !== 'about:blank');
      for (const other of others) await other.close();
      page = first ?? page;
    },
    clearCookies: async () => browser.deleteCookie(...(await browser.cookies())),
    close: () => browser.close(),
  };
}

/** WebKitGTK's MiniBrowser over WebDriver, on a virtual display. */
async function openWebKit(): Promise<Engine> {
  const screen = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  process.once('exit', () => display.kill());
  const [number] = await within(once(display.stdio[3] as Readable, 'data'), 'start of Xvfb');
  const port = await freePort();
  const DISPLAY = `:${String(number).trim()}`;
  // Without a graphics card, compositing takes a third more.
  const settings = { DISPLAY, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const env = { ...process.env, ...settings };
  const server = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  process.once('exit', () => server.kill());
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const driver = new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // Not waited for, so that `listen` runs before the scripts of the page.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  await within(driver.getSession(), 'start of WebKit');
  let current = await driver.getWindowHandle();
  /** Once more where the document is left meanwhile: what runs in a page may run twice. */
  const run = <T = never>(script: string, ...args: unknown[]): Promise<T> =>
    driver.executeScript<T>(script, ...args).catch((error: Error) => {
      if (!error.message.includes('before the unload event')) throw error;
      return wait(100).then(() => run<T>(script, ...args));
    });
  return {
    goto: async (url) => {
      await run('window.isLeft = true');
      await driver.get(url);
      // Without a pause until the new document is there, then without haste.
      const stateOf = () => run<string>(`(${listen})(); return window.isLeft ? 'left' : document.readyState`);
      let asked = Date.now();
      for (let state = 'left'; state !== 'complete'; state = await stateOf()) {
        if (state !== 'left') await wait(50);
        // The first page load may hang.
        if (Date.now() - asked < RELOAD_MS) continue;
        await driver.get(url);
        asked = Date.now();
      }
    },
    evaluate: (call, ...args) => run(`return (${call}).apply(null, arguments)`, ...args),
    click: (selector) => driver.findElement(By.css(selector)).click(),
    type: (selector, text) => driver.findElement(By.css(selector)).sendKeys(text),
    chooseFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
    switchWindow: async () => {
      const other = (await driver.getAllWindowHandles()).find((each) => each !== current);
      if (!other) return false;
      current = other;
      await driver.switchTo().window(other);
      return true;
    },
    oneWindow: async () => {
      const [first, ...others] = await driver.getAllWindowHandles();
      for (const other of others) {
        await driver.switchTo().window(other);
        await driver.close();
      }
      current = first as string;
      await driver.switchTo().window(current);
    },
    clearCookies: () => driver.manage().deleteAllCookies(),
    close: () => driver.quit(),
  };
}
