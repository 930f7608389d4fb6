import { ApiError } from '#core/contract/call.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { inSentences, useSaid } from '#web/kit/voice.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';

/** What does not mend by being asked for again, or not soon. */
const LASTING = [
  'payments.tooSmall',
  'payments.tooLarge',
  'payments.noCards',
  'payments.paused',
  'cart.unavailable',
  'payments.alreadyPaid',
];
/** What is mended in the cart. */
const OF_THE_CART = ['cart.unavailable', 'payments.tooLarge'];
/** What is no error: somebody pays, or has paid. */
const PAID = ['payments.underWay', 'payments.alreadyPaid'];

interface Props {
  /** Null where nothing came in time. */
  error: Error | null;
  again: () => void;
}

/** Why nothing can be paid by card now, in the server's words where it has any, and the ways on. */
export function CardProblem({ error, again }: Props) {
  const t = useT();
  const offline = useOffline();
  const { code = '', said, details } = error instanceof ApiError ? error : {};
  const text = offline ? t('offline.needsConnection') : (said ?? t('toast.payWindow.text'));
  const isError = !PAID.includes(code);
  useSaid(inSentences(isError && t('toast.payWindow.title'), text));
  const order = code === 'payments.alreadyPaid' ? (details as { orderId?: string } | undefined)?.orderId : undefined;
  const isLasting = LASTING.includes(code);
  const isOfTheCart = OF_THE_CART.includes(code);
  return (
    <section className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card">
      {isError && <h2 className="text-xl">{t('toast.payWindow.title')}</h2>}
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        {!isLasting && <Button onClick={again}>{t('common.tryAgain')}</Button>}
        {isOfTheCart && <ButtonLink to="/cart">{t('toast.cartAdd.view')}</ButtonLink>}
        {code === 'payments.alreadyPaid' && (
          <ButtonLink to={order ? `/orders/${order}` : '/profile'}>{t('orders.view')}</ButtonLink>
        )}
        {isError && (
          <ButtonLink look={isLasting && !isOfTheCart ? 'primary' : 'quiet'} to="/checkout?method=cash">
            {t('checkout.cash')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
