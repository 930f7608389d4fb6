/** Client build: message files contain the texts of the UI only, not the error messages of the server. */
import { type Plugin, runnerImport } from 'vite';

export function lightWords(): Plugin {
  return {
    name: 'light-words',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/core\/i18n\/(sq|en)\/[\w-]+\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<{ words: object }>(id);
        return `export const words = ${JSON.stringify(module.words)};`;
      },
    },
  };
}
