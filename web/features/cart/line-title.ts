import type { CartItem } from '#core/contract/cart.ts';
import type { Translate } from '#core/i18n/t.ts';
import { titleOf } from '../deals/deal-words.tsx';

/** What a line is called; a deal that is not public any more does not say its name. */
export const titleOfLine = ({ deal }: CartItem, t: Translate) => titleOf(deal, t) || t('cart.line.withdrawn');
