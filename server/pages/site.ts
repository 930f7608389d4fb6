/** The built web app as the server sees it: the renderer and which files each page needs. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Language } from '#core/i18n/language.ts';
import { StartError } from '#server/kit/start-error.ts';

type Renderer = typeof import('#web/entry.server.tsx');

export interface Site {
  render: Renderer['render'];
  /** What a page of this module and language loads, as absolute paths on this host. */
  filesOf: (module: string, language: Language) => PageFiles;
  /** The content policy of every page; null where Vite's own scripts must run. */
  policy: string | null;
  /** What the development server adds to a page. */
  finish?: (html: string, path: string) => Promise<string>;
}

export interface PageFiles {
  entry: string;
  /** The style sheet itself: in the page it saves the round trip before the first paint. */
  styles: string;
  /** Scripts that will be needed, to fetch at once. */
  scripts: readonly string[];
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** No script stands in a page, so none but our files may run; the style sheet is named by its hash. */
const policyWith = (style: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${style}`,
    "img-src 'self' data: blob: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const ENTRY = 'web/entry.client.tsx';
const root = new URL('../../build/', import.meta.url);

/** Where the files for browsers lie. */
export const clientFolder = new URL('client/', root);

/** Loads the build. Rejects with a plain sentence when there is none. */
export async function loadSite(): Promise<Site> {
  const manifest = JSON.parse(await readManifest()) as Manifest;
  const { render } = (await import(pathToFileURL(new URL('server/entry.server.js', root).pathname).href)) as Renderer;
  const known = new Map<string, PageFiles>();
  const styles = await readStyles(manifest);
  return {
    render,
    policy: policyWith(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`),
    filesOf(module, language) {
      const key = `${language} ${module}`;
      const files = known.get(key) ?? { styles, ...collect(manifest, [ENTRY, module, `core/i18n/${language}.ts`]) };
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

/** One style sheet serves every page. */
async function readStyles(manifest: Manifest): Promise<string> {
  const files = [...new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))];
  const sheets = await Promise.all(files.map((file) => readFile(new URL(file, clientFolder), 'utf8')));
  return sheets
    .join('')
    .replace(/^\/\*!.*?\*\/\s*/s, '')
    .trim();
}

function collect(manifest: Manifest, modules: string[]): Omit<PageFiles, 'styles'> {
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
