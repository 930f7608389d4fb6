/** The forms of reviews, loaded when their dialog opens. */
import * as z from 'zod/mini';
import {
  MAX_REVIEW,
  MAX_REVIEW_REASON,
  MAX_REVIEWER_NAME,
  type OwnReview,
  ReplyInput,
  ReviewInput,
  ReviewReport,
  reviews,
} from '#core/contract/reviews.ts';
import { REVIEW_REPORT_REASONS } from '#core/domain/reviews.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea, TextField } from '#web/ui/form/text-fields.tsx';
import { StarsField } from './stars.tsx';
import { useRefreshReviews } from './use-reviews.ts';

interface FormProps {
  voucherId: string;
  onDone: () => void;
}

/** Radio buttons have texts as values. */
const Shape = z.extend(ReviewInput, { stars: z.enum(['1', '2', '3', '4', '5']) });

/** With `own` it is edited; else `stars` is what was tapped. */
export function ReviewForm({ voucherId, own, stars, onDone }: FormProps & { own?: OwnReview; stars?: number }) {
  const t = useT();
  const refresh = useRefreshReviews();
  const submission = useSubmit({
    shape: Shape,
    start: { ...own, stars: String(own?.stars ?? stars) },
    send: ({ stars: chosen, text = '', name }) => {
      const stars = Number(chosen);
      return own
        ? api.call(reviews.edit, {
            params: { voucherId },
            body: { stars, text, name: name ?? null, version: own.version },
          })
        : api.call(reviews.add, { body: { voucherId, stars, text, name: name ?? null } });
    },
    onDone: async ({ status }) => {
      toast({ tone: 'done', title: t(status === 'published' ? 'review.published' : 'review.sent') });
      onDone();
      await refresh();
    },
    leaves: true,
    failed: t('review.failed'),
  });
  return (
    <Form
      submission={submission}
      action={t(own ? 'review.save' : 'review.submit')}
      pending={t('review.sending')}
      hasCancel
    >
      <StarsField name="stars" label={t('review.stars')} />
      <TextArea name="text" label={t('review.text')} hint={t('review.text.hint')} maxLength={MAX_REVIEW} />
      <TextField
        name="name"
        label={t('review.name')}
        hint={t('review.name.hint')}
        maxLength={MAX_REVIEWER_NAME}
        autoComplete="off"
      />
    </Form>
  );
}

export function ReplyForm({ voucherId, text, onDone }: FormProps & { text?: string | undefined }) {
  const t = useT();
  const refresh = useRefreshReviews();
  const submission = useSubmit({
    shape: ReplyInput,
    start: { text },
    send: (body) => api.call(reviews.reply, { params: { voucherId }, body }),
    onDone: async () => {
      toast({ tone: 'done', title: t('review.reply.saved') });
      onDone();
      await refresh();
    },
    leaves: true,
    failed: t('review.reply.failed'),
  });
  return (
    <Form submission={submission} action={t('review.reply.save')} pending={t('review.sending')} hasCancel>
      <TextArea name="text" label={t('review.reply.text')} hint={t('review.reply.hint')} maxLength={MAX_REVIEW} />
    </Form>
  );
}

export function ReviewReportForm({ voucherId, onDone }: FormProps) {
  const t = useT();
  const submission = useSubmit({
    shape: ReviewReport,
    send: (body) => api.call(reviews.report, { params: { voucherId }, body }),
    onDone: () => {
      toast({ tone: 'done', title: t('review.report.sent') });
      onDone();
    },
    leaves: true,
    failed: t('review.report.failed'),
  });
  const options = REVIEW_REPORT_REASONS.map((value) => ({ value, text: t(`review.report.${value}`) }));
  return (
    <Form submission={submission} action={t('review.report.send')} pending={t('review.sending')} hasCancel>
      <RadioField name="reason" label={t('review.report.reason')} options={options} />
      <TextArea name="text" label={t('review.report.text')} maxLength={MAX_REVIEW_REASON} />
    </Form>
  );
}
