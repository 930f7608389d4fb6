/** The built web app as the server sees it: the renderer and which files each page needs. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Language } from '#core/i18n/language.ts';
import { StartError } from '#server/kit/start-error.ts';

type Renderer = typeof import('#web/entry.server.tsx');

export interface Site {
  render: Renderer['render'];
  /** What a page of this module and language loads, as absolute paths on this host. */
  filesOf: (module: string, language: Language) => PageFiles;
}

export interface PageFiles {
  entry: string;
  styles: readonly string[];
  /** Scripts that will be needed, to fetch at once. */
  scripts: readonly string[];
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const ENTRY = 'web/entry.client.tsx';
const root = new URL('../../build/', import.meta.url);

/** Where the files for browsers lie. */
export const clientFolder = new URL('client/', root);

/** Loads the build. Rejects with a plain sentence when there is none. */
export async function loadSite(): Promise<Site> {
  const manifest = JSON.parse(await readManifest()) as Manifest;
  const { render } = (await import(pathToFileURL(new URL('server/entry.server.js', root).pathname).href)) as Renderer;
  const known = new Map<string, PageFiles>();
  return {
    render,
    filesOf(module, language) {
      const key = `${language} ${module}`;
      const files = known.get(key) ?? collect(manifest, [ENTRY, module, `core/i18n/${language}.ts`]);
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

function collect(manifest: Manifest, modules: string[]): PageFiles {
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
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].map(at),
    scripts: chunks
      .map(({ file }) => file)
      .filter((file) => file !== entry.file)
      .map(at),
  };
}
