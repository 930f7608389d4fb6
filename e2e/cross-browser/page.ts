/** What a journey does with a page, the same in every engine. */
import { setTimeout as wait } from 'node:timers/promises';

/** What is written per engine. */
export interface Engine {
  /** Resolves when the document has loaded. */
  goto(url: string): Promise<unknown>;
  /** Runs a function in the page; arguments and result are JSON. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  clearCookies(): Promise<unknown>;
  /** Uncaught exceptions and console errors since it was last called. */
  errors(): Promise<string[]>;
  close(): Promise<unknown>;
}

const CALL_MS = 30_000;
const WAIT_MS = 30_000;
const TARGET = '[data-target]';
const SELECTORS = {
  button: 'button',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  field: 'input, select, textarea',
  text: 'body *',
};
type Kind = keyof typeof SELECTORS;

/** No call of a driver is waited for without end. */
export async function within<T>(call: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what}: no answer within ${CALL_MS} ms`)), CALL_MS);
  return Promise.race([call, late.promise]).finally(() => clearTimeout(timer));
}

export class Page {
  readonly #engine: Engine;
  readonly #origin: string;

  constructor(engine: Engine, origin: string) {
    this.#engine = engine;
    this.#origin = origin;
  }

  /** Nobody is signed in, the language is Albanian. */
  async reset(): Promise<void> {
    await this.goto('/');
    await within(this.#engine.clearCookies(), 'clear cookies');
    await this.evaluate(() => localStorage.clear());
    await this.goto('/?lang=sq');
    await this.errors();
  }

  async goto(path: string): Promise<void> {
    await within(this.#engine.goto(this.#origin + path), `goto ${path}`);
    await this.until(`${path} to be hydrated`, () => document.documentElement.dataset.ready === '');
  }

  async click(kind: Kind, name: string): Promise<void> {
    await this.waitFor(kind, name);
    await within(this.#engine.click(TARGET), `click ${kind} ${name}`);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.waitFor('field', label);
    await within(this.#engine.type(TARGET, text), `fill ${label}`);
  }

  /** Waits until something of that kind with that text or label is visible; resolves to its text. */
  waitFor(kind: Kind, name: string): Promise<string> {
    return this.until(`${kind} “${name}”`, findAndMark, SELECTORS[kind], name);
  }

  /** Asks the page until it answers something true. */
  async until<Args extends unknown[], Result>(
    what: string,
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<NonNullable<Result>> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await wait(100)) {
      const result = await this.evaluate(run, ...args);
      if (result) return result;
    }
    const shown = await this.evaluate(
      () => `${location.pathname}: ${document.querySelector('main')?.textContent.slice(0, 500)}`,
    );
    throw new Error(`waited ${WAIT_MS} ms for ${what}; shown is ${shown}`);
  }

  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return within(this.#engine.evaluate(run, ...args), 'evaluate');
  }

  errors(): Promise<string[]> {
    return within(this.#engine.errors(), 'errors');
  }
}

/** In the page: marks the last that matches, which is the innermost, for the engine to click or to type into. */
function findAndMark(selector: string, name: string): string | null {
  const textOf = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
    return [element.getAttribute('aria-label') ?? '', element.textContent, ...labels].join(' ').trim();
  };
  const found = [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && textOf(element).includes(name))
    .at(-1);
  for (const marked of document.querySelectorAll('[data-target]')) marked.removeAttribute('data-target');
  found?.setAttribute('data-target', '');
  return found ? textOf(found) : null;
}
