import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CLAIM_KINDS, type Claim, ClaimInput, claims, MAX_CLAIM_TEXT } from '#core/contract/claims.ts';
import type { Voucher } from '#core/contract/vouchers.ts';
import { shownCode } from '#core/domain/vouchers.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { api } from '#web/kit/data/api.ts';
import { pagesQuery } from '#web/kit/data/queries.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { TextArea } from '#web/ui/form/text-fields.tsx';
import { ClaimTexts } from './claim-texts.tsx';

const ownQuery = pagesQuery(api, claims.list, { as: 'buyer' });

/** The claims of the signed-in user about these vouchers, and a form for each without one. */
export function OwnClaims({ vouchers }: { vouchers: readonly Voucher[] }) {
  const t = useT();
  const { data } = useInfiniteQuery(ownQuery);
  if (!data) return null;
  const made = data.pages.flatMap(({ items }) => items);
  const of = ({ id }: Voucher) => made.find(({ voucherId }) => voucherId === id);
  const free = vouchers.filter((voucher) => voucher.mayClaim && !of(voucher));
  // Of several open units one is enough.
  const open = free.find(({ status }) => status === 'open');
  const shown = vouchers.filter(
    (voucher) => of(voucher) || voucher === open || (free.includes(voucher) && voucher.status === 'redeemed'),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="flex flex-col gap-3">
      <h2 id="claims" className="text-xl">
        {t('claims.title')}
      </h2>
      <p className="text-sm text-muted">{t('claims.lead')}</p>
      {shown.map((voucher) => {
        const claim = of(voucher);
        return claim ? (
          <ClaimTexts key={voucher.id} claim={claim}>
            {claim.state !== 'decided' && <Withdraw claim={claim} />}
          </ClaimTexts>
        ) : (
          <NewClaim key={voucher.id} voucher={voucher} />
        );
      })}
    </section>
  );
}

function NewClaim({ voucher }: { voucher: Voucher }) {
  const t = useT();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        aria-haspopup="dialog"
        aria-label={`${t('claims.add')}: ${spelled(shownCode(voucher.code))}`}
        onClick={() => open(true)}
      >
        {t('claims.add')} · {shownCode(voucher.code)}
      </Button>
      {isOpen && (
        <FormDialog title={t('claims.add')} onClose={() => open(false)}>
          <ClaimForm voucherId={voucher.id} onDone={() => open(false)} />
        </FormDialog>
      )}
    </>
  );
}

function ClaimForm({ voucherId, onDone }: { voucherId: string; onDone: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const submission = useSubmit({
    shape: ClaimInput,
    send: (body) => api.call(claims.add, { body: { ...body, voucherId } }),
    onDone: () => {
      onDone();
      void queries.invalidateQueries(ownQuery);
    },
    leaves: true,
    failed: t('claims.failed'),
  });
  return (
    <Form submission={submission} action={t('claims.send')} pending={t('claims.sending')} hasCancel>
      <SelectField
        name="kind"
        label={t('claims.kind')}
        options={CLAIM_KINDS.map((value) => ({ value, text: t(`claims.kind.${value}`) }))}
      />
      <TextArea name="text" label={t('claims.text')} hint={t('claims.text.hint')} maxLength={MAX_CLAIM_TEXT} />
    </Form>
  );
}

function Withdraw({ claim: { id } }: { claim: Claim }) {
  const t = useT();
  const queries = useQueryClient();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button variant="secondary" className="self-start" aria-haspopup="dialog" onClick={() => open(true)}>
        {t('claims.withdraw')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('claims.withdraw.ask')}
          action={t('claims.withdraw')}
          pending={t('claims.sending')}
          failed={t('claims.failed')}
          send={() => api.call(claims.withdraw, { params: { id } })}
          onDone={() => {
            open(false);
            void queries.invalidateQueries(ownQuery);
          }}
          onClose={() => open(false)}
        />
      )}
    </>
  );
}
