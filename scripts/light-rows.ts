/**
 * Client build: a contract file is loaded as its plain values and its endpoints without schemas. Its other exports (form
 * schemas) are re-exported from `<file>?schemas`, a module of its own, so that only pages that import a schema load it.
 */
import { readFile } from 'node:fs/promises';
import { type Plugin, runnerImport } from 'vite';
import type { Endpoint } from '#core/contract/endpoint.ts';

/** Query of the module that holds the schemas of a contract file. */
export const SCHEMAS = '?schemas';
const NEEDED = ['method', 'path', 'bodyKind', 'fileTypes', 'pageSize'] satisfies (keyof Endpoint)[];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value;
const isTable = (value: unknown): value is Record<string, Endpoint> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isEndpoint);
const isPlain = (value: unknown) => Array.isArray(value) || !['object', 'function'].includes(typeof value);

const lightTable = (endpoints: Record<string, Endpoint>) =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [
      name,
      Object.fromEntries(NEEDED.flatMap((key) => (endpoint[key] ? [[key, endpoint[key]]] : []))),
    ]),
  );

export function lightRows(): Plugin {
  return {
    name: 'light-rows',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/core\/contract\/[\w/-]+\.ts(\?schemas)?$/ },
      async handler(id) {
        if (id.endsWith(SCHEMAS)) {
          return { code: await readFile(id.slice(0, -SCHEMAS.length), 'utf8'), moduleSideEffects: false };
        }
        const { module } = await runnerImport<Record<string, unknown>>(id);
        const entries = Object.entries(module);
        if (!entries.some(([, value]) => isTable(value))) return null;
        const light = entries.flatMap(([name, value]) =>
          isTable(value) ? [[name, lightTable(value)]] : isPlain(value) ? [[name, value]] : [],
        );
        const rest = entries.filter(([, value]) => !isTable(value) && !isPlain(value)).map(([name]) => name);
        const code = [
          ...light.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`),
          ...(rest.length > 0 ? [`export { ${rest.join(', ')} } from ${JSON.stringify(id + SCHEMAS)};`] : []),
        ].join('\n');
        return { code, moduleSideEffects: false };
      },
    },
  };
}
