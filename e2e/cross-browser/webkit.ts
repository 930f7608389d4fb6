/** WebKitGTK's MiniBrowser over WebDriver, on a virtual display. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Builder, By } from 'selenium-webdriver';
import { freePort } from '#test/free-port.ts';
import { type Engine, within } from './page.ts';

const SCREEN = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];

export async function openWebKit(): Promise<Engine> {
  const display = spawn('Xvfb', SCREEN, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await within(once(display.stdio[3] as Readable, 'data'), 'start of Xvfb');
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const server = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const driver = new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // `listen` has to run before the scripts of the page: this driver reports no errors itself.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  const run = (script: string, ...args: unknown[]) => driver.executeScript<never>(script, ...args);
  const errors: string[] = [];
  const collect = async () => errors.push(...((await run('return window.pageErrors?.splice(0) ?? []')) as string[]));
  const close = async () => {
    await within(driver.quit(), 'quit WebKit').finally(() => {
      server.kill();
      display.kill();
    });
  };
  await within(driver.getSession(), 'start of WebKit').catch(async (error) => {
    await close();
    throw error;
  });
  return {
    goto: async (url) => {
      await collect();
      await run('window.isLeft = true');
      await driver.get(url);
      while (!(await run(`(${listen})(); return !window.isLeft && document.readyState === 'complete'`)));
    },
    evaluate: (call, ...args) => run(`return (${call}).apply(null, arguments)`, ...args),
    click: (selector) => driver.findElement(By.css(selector)).click(),
    type: (selector, text) => driver.findElement(By.css(selector)).sendKeys(text),
    clearCookies: () => driver.manage().deleteAllCookies(),
    errors: async () => {
      await collect();
      return errors.splice(0);
    },
    close,
  };
}

/** In the page. */
function listen(): void {
  const page = window as Window & { pageErrors?: string[] };
  if (page.pageErrors) return;
  const errors: string[] = [];
  page.pageErrors = errors;
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  console.error = (...words) => errors.push(words.join(' '));
}
