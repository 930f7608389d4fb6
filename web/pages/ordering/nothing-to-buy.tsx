import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useNavigationType } from 'react-router';
import { isLate, useConfirmation } from '#web/features/orders/confirmation.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

/** Whether there is an entry of ours before this one in the history of this tab. */
const hasEntryBefore = () => (window.history.state?.idx ?? 0) > 0;

/** Whoever was here to order what has been ordered is told so in the cart; who goes back over here comes to it once. */
export function NothingToBuy() {
  const t = useT();
  const navigate = useNavigate();
  const { key } = useLocation();
  const last = useConfirmation();
  const goesBack = useNavigationType() === 'POP' && hasEntryBefore();
  const isOrdered = last?.state === 'made' && !isLate(last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry that one goes back over is left
  useEffect(() => {
    if (isOrdered && goesBack) void navigate(-1);
    if (isOrdered) return;
    toast({ tone: 'note', title: t('toast.cartEmpty.title'), text: t('toast.cartEmpty.text') });
  }, [t, isOrdered, goesBack, key, navigate]);
  return isOrdered && goesBack ? null : <Navigate to="/cart" replace />;
}
