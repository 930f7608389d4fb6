import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toastFailure } from '#web/kit/toasts.ts';
import { dealQuery } from '../deals/use-deals.ts';
import { useCartChanges } from './use-cart.ts';

/** Finishes an addition that was begun before signing in, and says how it went wherever one is by then. */
export function useAddWanted(): (dealId: string) => Promise<void> {
  const t = useT();
  const queries = useQueryClient();
  const { add } = useCartChanges();
  return async (dealId) => {
    const text = t('toast.cartAdd.failed');
    try {
      const deal = await queries.ensureQueryData(dealQuery(api, dealId));
      if (deal) await add(deal);
      else toastFailure(null, { t, text });
    } catch (error) {
      toastFailure(error, { t, text });
    }
  };
}
