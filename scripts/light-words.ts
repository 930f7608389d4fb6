/** In the browser a file of words is what screens say; what the server says stays with the server. */
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
