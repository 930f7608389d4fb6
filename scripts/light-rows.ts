/**
 * In the browser an endpoint of the contract is what a request needs; its shapes stay with the server and with tests.
 * A file that declares endpoints arrives there as its plain values, so that a form takes its shapes from a file without endpoints.
 */
import { type Plugin, runnerImport } from 'vite';
import type { Endpoint } from '#core/contract/endpoint.ts';

const NEEDED = ['method', 'path', 'bodyKind', 'fileTypes', 'pageSize'] satisfies (keyof Endpoint)[];

const isRow = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value;
const isTable = (value: unknown): value is Record<string, Endpoint> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isRow);
const isPlain = (value: unknown) => Array.isArray(value) || !['object', 'function'].includes(typeof value);

const lightRow = (endpoint: Endpoint) =>
  Object.fromEntries(NEEDED.flatMap((name) => (endpoint[name] ? [[name, endpoint[name]]] : [])));
const lightTable = (endpoints: Record<string, Endpoint>) =>
  Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, lightRow(endpoint)]));

export function lightRows(): Plugin {
  return {
    name: 'light-rows',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/core\/contract\/[\w-]+\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<Record<string, unknown>>(id);
        const entries = Object.entries(module);
        if (!entries.some(([, value]) => isTable(value))) return null;
        return entries
          .flatMap(([name, value]) =>
            isTable(value) ? [[name, lightTable(value)]] : isPlain(value) ? [[name, value]] : [],
          )
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n');
      },
    },
  };
}
