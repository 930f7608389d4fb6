import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid } from '#web/features/deals/deal-grid.tsx';
import { SaveHeart } from '#web/features/favorites/save-button.tsx';
import { useHearts } from '#web/features/favorites/use-favorites.ts';
import { useT } from '#web/kit/i18n.tsx';
import { reasonOf } from '#web/kit/reason.ts';
import { Button } from '#web/ui/button.tsx';

interface ListProps {
  deals: Deal[];
  label: string;
  fading: boolean;
  /** Somebody asked for more: when they have come, focus goes on to the first of them. */
  isAwaited: RefObject<boolean>;
}

export function HomeList({ deals, label, fading, isAwaited }: ListProps) {
  const hearts = useHearts();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef({ first: deals[0]?.id, count: deals.length });
  useEffect(() => {
    const before = shown.current;
    shown.current = { first: deals[0]?.id, count: deals.length };
    if (!isAwaited.current || before.first !== deals[0]?.id || deals.length <= before.count) return;
    isAwaited.current = false;
    box.current?.querySelectorAll('article')[before.count]?.querySelector('a')?.focus({ preventScroll: true });
  }, [deals, isAwaited]);
  return (
    <div ref={box} className={fading ? 'opacity-70 transition-opacity duration-150' : ''}>
      <DealGrid label={label}>
        {deals.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} first={index === 0}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </div>
  );
}

interface MoreProps {
  hasMore: boolean;
  /** More than the first page was shown. */
  wentOn: boolean;
  loading: boolean;
  /** Why the next page could not be fetched. */
  error: Error | null;
  load: () => void;
}

/** What follows the last card. */
export function ListEnd({ hasMore, wentOn, loading, error, load }: MoreProps): ReactNode {
  const t = useT();
  if (hasMore) {
    return (
      <div className="mx-auto mt-2 flex w-full max-w-sm flex-col gap-2 text-center">
        {error && (
          <p role="alert" className="text-sm font-semibold text-alert">
            {reasonOf(error, t)}
          </p>
        )}
        <Button look="quiet" size="large" disabled={loading} onClick={load}>
          {loading ? t('common.loading') : t(error ? 'common.tryAgain' : 'home.loadMore')}
        </Button>
      </div>
    );
  }
  return wentOn && <p className="mt-2 text-center text-sm text-quiet">{t('home.endOfList')}</p>;
}

const SAY_MS = 800;

/** Tells a screen reader how many deals there are, not more often than every 800 ms. */
export function ResultCount({ count }: { count: number | null }) {
  const t = useT();
  const box = useRef<HTMLParagraphElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (count === null) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      if (box.current) box.current.textContent = t.count('home.results', count);
    }, SAY_MS);
    return () => clearTimeout(timer);
  }, [count, t]);
  return <p ref={box} role="status" className="sr-only" />;
}
