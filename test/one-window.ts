/**
 * One browser window for all files of a worker: React, the forms and the testing library keep what they found in the
 * first one, so that a second would be strange to them, and making one takes longer than most files.
 */
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
