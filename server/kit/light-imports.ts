/** Makes imports of our sources and of two large packages cheap: saves half a second of CPU at the start and 110 MB. */
import { type ResolveFnOutput, registerHooks } from 'node:module';

const root = new URL('../../', import.meta.url).href;
const PACKAGES = /\/node_modules\/(drizzle-orm|zod)\/.*\.js$/;
const OWN = /^(#(?=core|server|db|web)|\.\.?\/).*\.ts$/;

/**
 * Node reads the package.json of a module's package once for each of its modules, to learn their format; that of drizzle-orm has
 * 180 KB of exports, which are parsed again every time. The modules are told apart here by their place alone.
 */
export function lightenImports(): void {
  const resolved = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL = '' } = context;
      if (specifier.startsWith('.') && PACKAGES.test(parentURL))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      if (OWN.test(specifier) && parentURL.startsWith(root)) {
        const url = specifier.startsWith('#') ? new URL(specifier.slice(1), root) : new URL(specifier, parentURL);
        return { url: url.href, format: 'module-typescript', shortCircuit: true };
      }
      if (!parentURL.startsWith(root) || parentURL.includes('/node_modules/')) return nextResolve(specifier, context);
      const known = resolved.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true };
      resolved.set(specifier, known);
      return known;
    },
  });
}
