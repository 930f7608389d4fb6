import { useState } from 'react';
import { type SalonProfile, salons } from '#core/contract/salons.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { useTotals } from '#web/features/own-deals/use-own-deals.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { TicketCheck } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { Store } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { Tills } from './tills.tsx';
import { useOwnSalon } from './use-own-salon.ts';

const SalonForm = lazyForm(
  async () => (await import('./salon-form.tsx')).SalonForm,
  ['own-deals', 'own-salon', 'media', 'deal'],
);

/** The salon of a dealer, with a way to its page and its form. */
export function OwnSalon() {
  const t = useT();
  const { data: salon, error, refetch } = useOwnSalon();
  const { data: totals } = useTotals();
  const [isOpen, setOpen] = useState(false);
  if (salon === undefined) {
    if (error) return <MissingPart what={t('ownSalon.failed')} error={error} retry={() => void refetch()} />;
    return <Skeleton className="h-44 rounded-card" />;
  }
  const title = t(salon ? 'ownSalon.edit' : 'ownSalon.create');
  return (
    <CardSection title={t('ownSalon.title')}>
      {salon ? (
        <div className="flex flex-wrap items-center gap-4">
          {salon.logoUrl ? (
            <Picture
              src={salon.logoUrl}
              alt=""
              width={64}
              height={64}
              sizes="64px"
              missing={t('deal.imageUnavailable')}
              className="size-16 shrink-0 rounded-2xl bg-raised"
            />
          ) : (
            <span className="grid size-16 shrink-0 place-items-center rounded-2xl bg-raised text-brand">
              <Store size={28} />
            </span>
          )}
          <div className="min-w-0 flex-[1_1_9rem]">
            <p translate="no" className="font-semibold wrap-anywhere">
              {salon.name}
            </p>
            <p className="text-sm text-muted wrap-anywhere">{salon.address || cityName(salon.city, t)}</p>
            {totals && <p className="text-sm text-muted">{t.count('ownSalon.followers', totals.followers)}</p>}
          </div>
        </div>
      ) : (
        <p className="text-muted">{t('ownSalon.none')}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {salon && (
          <ButtonLink reloads to="/redeem" size="large" className="max-sm:w-full">
            <TicketCheck size={22} />
            {t('ownSalon.redeem')}
          </ButtonLink>
        )}
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {title}
        </Button>
        <ButtonLink variant="secondary" to="/desk?tab=sales">
          {t('ownSalon.sales')}
        </ButtonLink>
        {salon && (
          <ButtonLink variant="plain" to={`/salon/${salon.slug}`}>
            {t('ownSalon.view')}
          </ButtonLink>
        )}
        {salon && (
          <a
            href={salons.poster.path}
            download
            className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-brand hover:underline"
          >
            {t('ownSalon.poster')}
          </a>
        )}
      </div>
      {salon && <Tills />}
      {isOpen && <SalonDialog salon={salon} onClose={() => setOpen(false)} />}
    </CardSection>
  );
}

export function SalonDialog({ salon, onClose }: { salon: SalonProfile | null; onClose: () => void }) {
  return (
    <FormDialog title={useT()(salon ? 'ownSalon.edit' : 'ownSalon.create')} onClose={onClose}>
      <SalonForm salon={salon} onDone={onClose} />
    </FormDialog>
  );
}
