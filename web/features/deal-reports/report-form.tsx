import { DealReport, dealReports, MAX_REPORT_TEXT, REPORT_REASONS } from '#core/contract/deal-reports.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-fields.tsx';

export function ReportForm({ dealId, onDone }: { dealId: string; onDone: () => void }) {
  const t = useT();
  const submission = useSubmit({
    shape: DealReport,
    send: (body) => api.call(dealReports.add, { params: { id: dealId }, body }),
    onDone: () => {
      toast({ tone: 'done', title: t('report.sent'), text: t('report.sent.text') });
      onDone();
    },
    leaves: true,
    failed: t('report.failed'),
  });
  const options = REPORT_REASONS.map((value) => ({ value, text: t(`report.reason.${value}`) }));
  return (
    <Form submission={submission} action={t('report.send')} pending={t('report.sending')}>
      <RadioField name="reason" label={t('report.reason')} options={options} />
      <TextArea name="text" label={t('report.text')} maxLength={MAX_REPORT_TEXT} />
    </Form>
  );
}
