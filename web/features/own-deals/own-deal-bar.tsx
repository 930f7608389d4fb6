import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnDeal, ownDeals } from '#core/contract/own-deals.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { isPublic } from '#core/domain/deals.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { titleOf } from '#web/features/deals/deal-words.tsx';
import { useExpired } from '#web/features/deals/price.tsx';
import { ShareButton } from '#web/features/share/share-button.tsx';
import { api } from '#web/kit/data/api.ts';
import { pagesQuery, times } from '#web/kit/data/queries.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Store } from '#web/ui/more-icons.ts';

const DealForm = lazyForm(async () => (await import('./deal-form.tsx')).DealForm, ['own-deals', 'own-salon', 'media']);

/** The deal as its dealer sees it, where it is one of the visitor: public pages are the same for all. */
export function useOwnDeal(id: string): OwnDeal | undefined {
  const visitor = useUser();
  const isDealer = visitor.state === 'user' && isAllowed(visitor.user, 'dealer');
  const { data } = useInfiniteQuery({ ...pagesQuery(api, ownDeals.list), ...times.deals, enabled: isDealer });
  return data?.pages.flatMap(({ items }) => items).find((deal) => deal.id === id);
}

/** On one's own deal, in the place of the cart button. */
export function OwnDealBar({ deal, onShared }: { deal: OwnDeal; onShared: () => void }) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  const isExpired = useExpired(deal.expiresAt);
  const close = () => setEditing(false);
  return (
    <div className="flex min-h-13 w-full flex-wrap items-center gap-2 rounded-[1.625rem] bg-raised py-1 pr-1 pl-4">
      <p className="flex min-w-0 flex-[1_1_7rem] items-center gap-2 text-sm leading-tight font-semibold">
        <Store size={18} className="shrink-0 text-brand" />
        {t('deal.own')}
      </p>
      {isExpired ? (
        <ButtonLink variant="secondary" to={`/profile#deal-${deal.id}`}>
          {t('deal.own.repost')}
        </ButtonLink>
      ) : (
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          {t('deal.own.edit')}
        </Button>
      )}
      {isPublic(deal) && !isExpired && (
        <ShareButton
          path={`/deal/${deal.id}`}
          title={titleOf(deal, t)}
          text={t('deal.own.share')}
          onShared={onShared}
        />
      )}
      {isEditing && deal.userId && (
        <FormDialog title={t('deal.own.edit')} onClose={close}>
          <DealForm
            userId={deal.userId}
            draftName={`edit-${deal.id}`}
            opened={{ kind: 'edit', deal }}
            latest={undefined}
            onDone={close}
          />
        </FormDialog>
      )}
    </div>
  );
}
