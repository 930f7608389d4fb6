/** What a journey does with a page, the same in every engine. */
import { setTimeout as wait } from 'node:timers/promises';

/** What is written per engine. */
export interface Engine {
  /** Resolves when the document has loaded; `listen` runs in it first. */
  goto(url: string): Promise<unknown>;
  /** Runs a function in the page; arguments and result are JSON. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  chooseFile(selector: string, path: string): Promise<unknown>;
  /** Goes on in another window; resolves to whether there is one. */
  switchWindow(): Promise<boolean>;
  /** Closes the windows that a journey left open and goes on in the first. */
  oneWindow(): Promise<unknown>;
  clearCookies(): Promise<unknown>;
  close(): Promise<unknown>;
}

const PATIENCE_MS = 30_000;
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
export function within<T>(call: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what}: no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  return Promise.race([call, late.promise]).finally(() => clearTimeout(timer));
}

export type Page = ReturnType<typeof pageOf>;

export function pageOf(engine: Engine, origin: string) {
  const evaluate: Engine['evaluate'] = (run, ...args) => within(engine.evaluate(run, ...args), 'evaluate');

  const errors: string[] = [];
  const collect = async () => errors.push(...(await evaluate(takeErrors)));

  /** Asks the page until it answers something true. */
  async function until<Args extends unknown[], T>(what: string, run: (...args: Args) => T, ...args: Args) {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) {
      const result = await evaluate(run, ...args);
      if (result) return result;
    }
    const shown = await evaluate(() => `${location.pathname}: ${document.querySelector('main')?.textContent}`);
    throw new Error(`waited ${PATIENCE_MS} ms for ${what}; shown is ${shown.slice(0, 500)}`);
  }

  /** Waits until something of that kind with that text or label is visible; resolves to its text. */
  const waitFor = (kind: Kind, name: string) => until(`${kind} “${name}”`, findAndMark, SELECTORS[kind], name);

  return {
    evaluate,
    until,
    waitFor,
    async goto(path: string) {
      await collect();
      await within(engine.goto(origin + path), `goto ${path}`);
      await until(`${path} to be hydrated`, () => document.documentElement.dataset.ready === '');
    },
    async click(kind: Kind, name: string) {
      await waitFor(kind, name);
      await within(engine.click(TARGET), `click ${kind} “${name}”`);
    },
    async fill(label: string, text: string) {
      await waitFor('field', label);
      await within(engine.type(TARGET, text), `fill “${label}”`);
    },
    async chooseFile(label: string, path: string) {
      await waitFor('field', label);
      await within(engine.chooseFile(TARGET, path), `choose a file for “${label}”`);
    },
    /** Goes on in a window that opens, or in the one that opened this. */
    async otherWindow() {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100))
        if (await within(engine.switchWindow(), 'switch window')) return;
      throw new Error(`waited ${PATIENCE_MS} ms for another window`);
    },
    oneWindow: () => within(engine.oneWindow(), 'close other windows'),
    clearCookies: () => within(engine.clearCookies(), 'clear cookies'),
    /** Uncaught exceptions and console errors since it was last called. */
    errors: () => collect().then(() => errors.splice(0)),
    close: () => within(engine.close(), 'close'),
  };
}

type Listening = { pageErrors?: string[] };

/** In the page. */
export function listen(): void {
  const page = window as Listening;
  if (page.pageErrors) return;
  const errors: string[] = [];
  page.pageErrors = errors;
  const note = (...words: unknown[]) =>
    errors.push(words.map((word) => (word instanceof Error ? `${word} ${word.stack}` : String(word))).join(' '));
  addEventListener('error', ({ error, message }) => note(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  console.error = note;
}

/** In the page. */
const takeErrors = () => (window as Listening).pageErrors?.splice(0) ?? [];

/** In the page: marks the last that matches, which is the innermost, for the engine to click or to type into. */
function findAndMark(selector: string, name: string): string | undefined {
  const textOf = (element: Element) =>
    [element, ...((element as HTMLInputElement).labels ?? [])]
      .map((labelled) => `${labelled.getAttribute('aria-label') ?? ''} ${labelled.textContent}`)
      .join(' ');
  for (const marked of document.querySelectorAll('[data-target]')) marked.removeAttribute('data-target');
  const found = [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && textOf(element).includes(name))
    .at(-1);
  found?.setAttribute('data-target', '');
  return found && textOf(found);
}
