/** The built web app: renderer, files and policies of each page. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Language } from '#core/i18n/language.ts';
import { StartError } from '#server/kit/start-error.ts';
import type { Address } from '#web/kit/router/address.ts';
import type { PageRoute } from '#web/kit/router/page.tsx';
import { type Allowances, type Policies, policiesOf } from './policies.ts';
import { readSheet } from './styles.ts';

type Renderer = typeof import('#web/entry.server.tsx');

export interface Site {
  render: Renderer['render'];
  pageAt: (...asked: Parameters<Renderer['pageAt']>) => Address | Promise<Address>;
  /** Files a page loads, as absolute paths. */
  filesOf: (route: PageRoute, language: Language) => PageFiles;
  /** Policy headers of a page with these inline styles; null in development. */
  policiesOf: (route: PageRoute, styles: string) => Policies | null;
  /** Critical CSS of a document. */
  stylesOf: (document: string) => string;
  /** HTML transformation of the development server. */
  finish?: (html: string, path: string) => Promise<string>;
}

export interface PageFiles {
  entry: string;
  /** The complete style sheet. */
  sheet: string | undefined;
  /** Font to preload. */
  font: string | undefined;
  /** Scripts to preload. */
  scripts: readonly string[];
}

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const ENTRY = 'web/entry.client.tsx';
const FONTS = 'web/ui/fonts.css';
/** Needs no list of the other pages. */
const HOME = 'web/pages/home.page.tsx';
const root = new URL('../../build/', import.meta.url);

/** Folder of the client build. */
export const clientFolder = new URL('client/', root);

/** Loads the build; rejects with a `StartError` when there is none. */
export async function loadSite(allowed: Allowances): Promise<Site> {
  const manifest = JSON.parse(await readManifest()) as Manifest;
  const { render, pageAt } = (await import(new URL('server/entry.server.js', root).href)) as Renderer;
  const known = new Map<string, PageFiles>();
  const ofOthers = Object.keys(manifest).filter((key) => manifest[key]?.name === 'pages');
  const { sheet, styles, fonts } = await readSheets(manifest);
  const font = /\/fonts\/[^"')]+/.exec(fonts)?.[0];
  const ofSheet = readSheet(styles);
  return {
    render,
    pageAt,
    stylesOf: (document) => ofSheet(document) + fonts,
    policiesOf({ opens }, styles) {
      return policiesOf(opens, { style: hashOf(styles), allowed });
    },
    filesOf({ file, words }, language) {
      const key = `${language} ${file}`;
      const areas = ['every-page', ...(file === HOME ? [] : ['later']), ...words].map(
        (area) => `core/i18n/${language}/${area}.ts`,
      );
      const files = known.get(key) ?? {
        sheet,
        font,
        ...collect(manifest, [ENTRY, file, ...areas, ...(file === HOME ? [] : ofOthers)]),
      };
      known.set(key, files);
      return files;
    },
  };
}

async function readManifest(): Promise<string> {
  try {
    return await readFile(new URL('client/manifest.json', root), 'utf8');
  } catch (cause) {
    throw new StartError('The web app is not built. Run `npm run build` first.', { cause });
  }
}

/** One style sheet serves every page; its fonts stand in one of their own, since fonts that are named twice flicker. */
async function readSheets(manifest: Manifest): Promise<{ sheet: string; styles: string; fonts: string }> {
  const [sheet, ...others] = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []));
  const fonts = manifest[FONTS]?.file;
  if (!sheet || !fonts || others.length > 0) throw new Error('The build has not one style sheet and one of fonts.');
  const read = async (file: string) => {
    const text = await readFile(new URL(file, clientFolder), 'utf8');
    return text.replace(/^\/\*!.*?\*\/\s*/s, '').trim();
  };
  return { sheet: `/${sheet}`, styles: await read(sheet), fonts: await read(fonts) };
}

/** A hash source of the content security policy. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function collect(manifest: Manifest, modules: string[]): Pick<PageFiles, 'entry' | 'scripts'> {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of manifest[name]?.imports ?? []) visit(next);
  };
  for (const name of modules) visit(name);
  const chunks = [...seen].flatMap((name) => manifest[name] ?? []);
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`The build has no ${ENTRY}.`);
  const at = (file: string) => `/${file}`;
  return {
    entry: at(entry.file),
    scripts: chunks
      .map(({ file }) => file)
      .filter((file) => file !== entry.file)
      .map(at),
  };
}
