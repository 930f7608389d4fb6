/** A script of somebody else, fetched when it is needed and once. */

const fetching = new Map<string, Promise<void>>();

export function fetchScript(address: string): Promise<void> {
  const before = fetching.get(address);
  if (before) return before;
  const fetched = new Promise<void>((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => {
      // It can be asked for again.
      fetching.delete(address);
      script.remove();
      fail(new Error(`${address} did not come`));
    });
    document.head.append(script);
  });
  fetching.set(address, fetched);
  return fetched;
}

/** As on a page that begins anew. */
export const forgetScripts = () => fetching.clear();
