/** The English catalogue; fails to compile until it has every key of the Albanian one. */
import { account } from './en/account.ts';
import { catalogue } from './en/catalogue.ts';
import { shell } from './en/shell.ts';
import { shopping } from './en/shopping.ts';
import type { sq } from './sq.ts';

export const en: Record<keyof typeof sq, string> = { ...shell, ...catalogue, ...shopping, ...account };
