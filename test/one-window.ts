/** One happy-dom window for all files of a worker: creating one takes longer than most files. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const browser = builtinEnvironments['happy-dom'];

// biome-ignore lint/style/noDefaultExport: Vitest takes an environment so
export default {
  name: 'one-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!('happyDOM' in global)) await browser.setup(global, options);
    return { teardown() {} };
  },
} satisfies Environment;
