import { deals } from '#core/contract/deals.ts';
import { api } from '#web/kit/data/api.ts';

/** Counts that a deal was shared. A failure is not worth a message: it is shared all the same. */
export const countShare = ({ id }: { id: string }): void =>
  void api.call(deals.share, { params: { id } }).catch(() => {});
