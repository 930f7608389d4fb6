import type { Access } from '#core/domain/accounts.ts';

/** The pages of the route table and who may see them, read as text: the table itself is for Vite. */
export function pagesIn(text: string): { path: string; access: Access }[] {
  return [...text.matchAll(/\bpage\('([^']+)'([^)]*)\)/g)].map(([, path = '', rules = '']) => {
    const [, access = 'anyone'] = /access: '(\w+)'/.exec(rules) ?? [];
    return { path, access: access as Access };
  });
}
