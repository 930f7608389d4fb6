import { onTestFinished } from 'vitest';

/** Web Locks in which another tab holds this lock until the returned function is called. */
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
