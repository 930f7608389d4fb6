/** The Albanian catalogue: the source of keys and placeholders. */
import { account } from './sq/account.ts';
import { catalogue } from './sq/catalogue.ts';
import { shell } from './sq/shell.ts';
import { shopping } from './sq/shopping.ts';

export const sq = { ...shell, ...catalogue, ...shopping, ...account } as const;
