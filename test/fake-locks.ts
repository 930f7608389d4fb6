import { onTestFinished } from 'vitest';

/** A browser whose locks know the other tab, which has this one until it gives it back. */
export function heldElsewhere(lock: string): () => void {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const request = async (name: string, work: () => Promise<unknown>) => {
    if (name === lock) await given;
    return work();
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  return give;
}
