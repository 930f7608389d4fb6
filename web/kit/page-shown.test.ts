import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
});

test('the oldest browsers we serve, which cannot make a promise with its resolvers, wait like the others', async () => {
  vi.stubGlobal('Promise', class extends Promise<unknown> {});
  Object.assign(Promise, { withResolvers: undefined });
  const { whenShown } = await import('./page-shown.ts');
  const shown = vi.fn();
  window.dispatchEvent(new Event('pagehide'));
  const waiting = whenShown().then(shown);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(shown).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pageshow'));
  await waiting;
  expect(shown).toHaveBeenCalled();
});
