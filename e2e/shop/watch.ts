/** Listens to everything a page's browser complains about. */
import { expect, type Page } from '@playwright/test';

/** Playwright's own clock, told to go on in a document that it is not in yet, where a browser is used again (`reuseContext`). */
const CLOCK_OF_THE_TOOL = /^page error: TypeError: .*\(reading 'controller'\)\n +at <anonymous>:\d/;

export class Watch {
  readonly #complaints: string[] = [];
  readonly #expected = [CLOCK_OF_THE_TOOL];

  constructor(page: Page) {
    const say = (complaint: string) => this.#complaints.push(complaint);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        say(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => say(`page error: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') say(`request failed: ${request.method()} ${request.url()} ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400)
        say(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** Complaints that match belong to the journey. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  check(): void {
    const rest = this.#complaints.filter((complaint) => !this.#expected.some((pattern) => pattern.test(complaint)));
    expect(rest, 'complaints of the browser').toEqual([]);
  }
}

/** How many pixels the page is wider than the phone. */
export async function sidewaysScroll(page: Page): Promise<number> {
  if (page.isClosed() || page.url() === 'about:blank') return 0;
  const width = page.viewportSize()?.width ?? 0;
  return Math.max(0, (await page.evaluate(() => document.documentElement.scrollWidth)) - width);
}
