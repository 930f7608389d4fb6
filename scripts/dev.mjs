// `npm run dev`: the development server; Node restarts it when its sources change, Vite updates the browser.
import { become, install, root } from './prepare.mjs';

process.chdir(root);
install('shop');
become([
  ...['core', 'db', 'server'].map((folder) => `--watch-path=${folder}`),
  '--watch-preserve-output',
  'server/dev.ts',
]);
