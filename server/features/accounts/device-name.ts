/** What a browser says to be, in words that nobody could have made up. */

/** Longer ones are not read. */
const MOST = 512;

/** `Chrome, Android`; empty of a browser that says nothing that is known. */
export async function deviceNameOf(userAgent: string | undefined): Promise<string> {
  if (!userAgent || userAgent.length > MOST) return '';
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.getParser(userAgent).getResult();
  const known = new Set<string>([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)]);
  return [browser.name, os.name].filter((name) => name !== undefined && known.has(name)).join(', ');
}
