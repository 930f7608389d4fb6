/** What a screen reader is given of a page: Chromium's accessibility tree. */
import type { Page } from '@playwright/test';

export interface Heard {
  role: string;
  name: string;
  level?: number;
}

/** Everything that is said, in the order in which it is. */
export async function heardOn(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard: Heard[] = [];
  const listen = (id: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const [role, name] = [String(node.role?.value ?? ''), String(node.name?.value ?? '')];
    const level = node.properties?.find((property) => property.name === 'level')?.value.value;
    if (!node.ignored && role !== 'InlineTextBox') heard.push({ role, name, ...(level && { level }) });
    for (const child of node.childIds ?? []) listen(child);
  };
  if (nodes[0]) listen(nodes[0].nodeId);
  return heard;
}

/** What a voice would misread: `2 200` is "two, two hundred" to it, and `ALL` is "all". */
export const misheard = (heard: Heard[]): string[] =>
  heard.map(({ name }) => name).filter((name) => /\d[\u00a0\u202f]\d|\bALL\b/.test(name));
