import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Claim, claims, MAX_CLAIM_TEXT, MIN_CLAIM_TEXT } from '#core/contract/claims.ts';
import { api } from '#web/kit/data/api.ts';
import { pagesQuery } from '#web/kit/data/queries.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { EmptyState } from '#web/ui/problem.tsx';
import { ClaimTexts } from './claim-texts.tsx';

const salonQuery = pagesQuery(api, claims.list, { as: 'salon' });

/** Claims about the own salon, without their buyers. */
export function SalonClaims() {
  const t = useT();
  const list = useInfiniteQuery({ ...salonQuery, staleTime: 0 });
  return (
    <PagedList
      list={list}
      waiting={<Skeletons count={2} className="h-36" />}
      failed={t('claims.notFetched')}
      empty={<EmptyState art="no-results" title={t('claims.none')} />}
      more={t('claims.more')}
    >
      {(claim) => (
        <ClaimTexts key={claim.id} claim={claim}>
          {claim.state === 'waitingForSalon' && <Answer claim={claim} />}
        </ClaimTexts>
      )}
    </PagedList>
  );
}

function Answer({ claim: { id } }: { claim: Claim }) {
  const t = useT();
  const queries = useQueryClient();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button className="self-start" aria-haspopup="dialog" onClick={() => open(true)}>
        {t('claims.answer')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('claims.answer')}
          action={t('claims.send')}
          pending={t('claims.sending')}
          notes={{
            label: t('claims.answer.text'),
            hint: t('claims.answer.hint'),
            minLength: MIN_CLAIM_TEXT,
            maxLength: MAX_CLAIM_TEXT,
            isRequired: true,
          }}
          failed={t('claims.failed')}
          send={(text = '') => api.call(claims.answer, { params: { id }, body: { text } })}
          onDone={() => {
            open(false);
            void queries.invalidateQueries(salonQuery);
          }}
          onClose={() => open(false)}
        />
      )}
    </>
  );
}
