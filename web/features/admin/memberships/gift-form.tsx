/** Forms about the membership of a dealer: a gift, or a payment by bank or in cash. */

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { adminMemberships, MembershipOverride } from '#core/contract/admin/memberships.ts';
import type { ListedUser } from '#core/contract/admin/users.ts';
import { cleaned } from '#core/contract/clean-text.ts';
import { MAX_MONTHS, planIds, plans } from '#core/domain/memberships.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PriceField, TextField } from '#web/ui/form/text-fields.tsx';

interface Props {
  user: ListedUser;
  onDone: () => void;
}

const giftShape = z.object({ planId: MembershipOverride.shape.planId });

/** Spec 2 §2: the button is disabled until a plan is chosen. */
export function GiftForm({ user, onDone }: Props) {
  const t = useT();
  const submission = useSubmit({
    shape: giftShape,
    send: ({ planId }) => api.call(adminMemberships.override, { body: { userId: user.id, planId } }),
    onDone: () => {
      toast({ tone: 'done', title: t('admin.gift.ok') });
      onDone();
    },
    leaves: true,
    failed: t('admin.gift.failed'),
    failedTitle: t('admin.gift.failed'),
  });
  const isChosen = Boolean(useWatch({ control: submission.form.control, name: 'planId' }));
  const { membership } = user;
  const runs = membership && membership.status !== 'expired' && membership.status !== 'canceled' ? membership : null;
  const values = runs && { plan: t(`plan.${runs.plan}`), date: formatDate(runs.currentPeriodEnd, t.language) };
  const paid = runs?.isPaid && values ? t('admin.gift.paid', values) : undefined;
  return (
    <Form
      submission={submission}
      action={t('admin.users.gift')}
      pending={t('admin.gift.gifting')}
      missing={paid ?? (isChosen ? undefined : t('admin.gift.choosePlan'))}
      hasCancel
    >
      <p translate="no" className="font-semibold wrap-anywhere">
        {user.username === user.email ? user.email : `${user.username} · ${user.email}`}
      </p>
      {values && !paid && <p>{t('admin.gift.replaces', values)}</p>}
      <PlanField disabledReason={paid} />
      <p className="text-sm text-muted">{t('admin.gift.note')}</p>
    </Form>
  );
}

function PlanField({ disabledReason }: { disabledReason?: string | undefined }) {
  const t = useT();
  const options = planIds.map((value) => ({
    value,
    text: `${t(`plan.${value}`)} · ${t('membership.perMonth', { price: formatLek(plans[value].price, t.language) })}`,
  }));
  return (
    <SelectField
      name="planId"
      label={t('admin.gift.plan')}
      hint={disabledReason}
      isDisabled={disabledReason !== undefined}
      none={t('admin.gift.choosePlan')}
      options={options}
    />
  );
}

const paymentShape = z.object({
  ...z.pick(MembershipOverride, { planId: true, amount: true }).shape,
  method: z.enum(['bank', 'cash']),
  months: z.int().check(z.minimum(1), z.maximum(MAX_MONTHS)),
  reference: z.string().check(cleaned(), z.minLength(3), z.maxLength(60)),
});

export function PaymentForm({ user, onDone }: Props) {
  const t = useT();
  const [start] = useState({ planId: user.membership?.plan, months: 1 });
  const submission = useSubmit({
    shape: paymentShape,
    start,
    send: (body) => api.call(adminMemberships.override, { body: { userId: user.id, ...body } }),
    onDone: () => {
      toast({ tone: 'done', title: t('admin.payment.ok') });
      onDone();
    },
    leaves: true,
    failed: t('admin.payment.failed'),
    failedTitle: t('admin.payment.failed'),
  });
  const months = Array.from({ length: MAX_MONTHS }, (_, index) => String(index + 1));
  return (
    <Form submission={submission} action={t('admin.payment.record')} pending={t('admin.payment.recording')} hasCancel>
      <p className="text-sm text-muted">{t('admin.payment.note')}</p>
      <PlanField />
      <SelectField
        name="method"
        label={t('admin.payment.method')}
        options={(['bank', 'cash'] as const).map((value) => ({ value, text: t(`admin.payment.method.${value}`) }))}
      />
      <SelectField
        name="months"
        label={t('admin.payment.months')}
        read={Number}
        options={months.map((value) => ({ value, text: value }))}
      />
      <TextField name="reference" label={t('admin.payment.reference')} autoComplete="off" />
      <PriceField name="amount" label={t('admin.payment.amount')} hint={t('admin.payment.amount.hint')} />
    </Form>
  );
}
