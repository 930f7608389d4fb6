/** A form with its button, and the error summary above it. */
import { type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { addressIn } from '#core/i18n/language.ts';
import { announce, joinSentences } from '#web/kit/access/announce.tsx';
import { focusOn } from '#web/kit/access/focus.ts';
import { refusalId, type Submission, SubmissionContext } from '#web/kit/forms/form.ts';
import { RequestCloseContext, UnsavedChangesContext, UnsavedFormsContext } from '#web/kit/forms/unsaved-changes.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { useIsOnScreen } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { initialFocusOf } from '#web/ui/dialog.tsx';
import { NoScriptNotice } from '#web/ui/problem.tsx';

interface Props {
  submission: Submission;
  /** Label of the button. */
  action: string;
  /** Label while sending. */
  pending: string;
  /** Why it cannot be sent yet; disables the button. */
  missing?: string | undefined;
  /** Has a button that closes its dialog. */
  hasCancel?: boolean;
  /** Rendered as a card. */
  card?: boolean;
  /** Has text before its first field, so that a dialog focuses its title first. */
  isTold?: boolean;
  variant?: 'danger';
  /** The button is as wide as its label. */
  isCompact?: boolean;
  /** Path of the endpoint (one with `form`) to which the browser can post it without JavaScript. */
  to?: string;
  children: ReactNode;
}

/** Buttons in one row, or among each other where they do not fit. */
const besides = 'flex flex-wrap gap-3 *:min-w-0 *:flex-auto';

export function Form({
  submission,
  action,
  pending,
  missing,
  hasCancel = false,
  card = false,
  isTold = false,
  variant,
  isCompact = false,
  to,
  children,
}: Props) {
  const t = useT();
  const { form, submit, isBusy, hasRequired } = submission;
  const { dirtyFields } = useFormState({ control: form.control });
  // Before hydration a submit button would make the browser post the form itself.
  const isHydrated = useHydrated();
  const isDirty = Object.keys(dirtyFields).length > 0;
  const unsaved = use(UnsavedChangesContext);
  const requestClose = use(RequestCloseContext);
  const reportUnsaved = use(UnsavedFormsContext);
  // A dialog has its own prompt.
  const isOfPage = reportUnsaved !== null && unsaved === null;
  const box = useRef<HTMLFormElement>(null);
  const focusedBefore = useRef<Element>(null);
  useEffect(() => {
    // The dialog may have opened before its form was loaded.
    const dialog = unsaved && box.current?.closest('dialog');
    const target = dialog && initialFocusOf(dialog);
    if (target) focusOn(target);
  }, [unsaved]);
  useEffect(() => {
    if (!unsaved || !isDirty || isBusy) return;
    unsaved.current = {
      title: t('form.discard.title'),
      leave: t('form.discard.action'),
      stay: t('form.discard.keep'),
    };
    return () => {
      unsaved.current = null;
    };
  }, [unsaved, isDirty, isBusy, t]);
  useEffect(() => {
    if (!isOfPage) return;
    reportUnsaved(submission.id, isDirty);
    return () => reportUnsaved(submission.id, false);
  }, [isOfPage, reportUnsaved, submission.id, isDirty]);
  const forget = useRef(submission.forget);
  useEffect(() => {
    forget.current = submission.forget;
  });
  // Errors and their toast end with the form.
  useEffect(() => () => forget.current(), []);
  return (
    <SubmissionContext value={submission}>
      <form
        ref={box}
        noValidate
        data-has-introduction={isTold ? '' : undefined}
        // A GET would put its values into the address.
        method="post"
        action={to && addressIn(t.language, to)}
        onSubmit={(event) => {
          focusedBefore.current = document.activeElement;
          submit(event);
        }}
        className={`flex flex-col gap-4 ${card ? 'rounded-card bg-surface p-5 shadow-card sm:p-7' : ''}`}
      >
        {hasRequired && <p className="text-sm text-muted">{t('form.required')}</p>}
        {children}
        <FormError submission={submission} focusedBefore={focusedBefore} />
        {!to && <NoScriptNotice />}
        <div
          className={
            isOfPage || isCompact ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : hasCancel ? besides : 'contents'
          }
        >
          {hasCancel && requestClose && (
            <Button variant="secondary" size="large" onClick={requestClose}>
              {t('common.cancel')}
            </Button>
          )}
          <Button
            // The toast about a failure does not cover the button that retries.
            data-keep-clear={submission.saidIn === null ? undefined : ''}
            type={isHydrated || to ? 'submit' : 'button'}
            variant={variant ?? (isOfPage && !isDirty ? 'secondary' : 'primary')}
            size={isOfPage || isCompact ? 'medium' : 'large'}
            isPending={isBusy}
            disabledReason={missing}
          >
            {isBusy ? pending : action}
          </Button>
          {isOfPage && (
            // Invisible instead of absent, so that nothing moves.
            <p className={`text-sm font-semibold text-muted ${isDirty ? '' : 'invisible'}`}>{t('form.unsaved')}</p>
          )}
        </div>
      </form>
    </SubmissionContext>
  );
}

/** The error of a field that kept focus, which screen readers would not read by themselves. */
function errorOf(field: Element | null): string | undefined {
  if (field !== document.activeElement) return undefined;
  return document.getElementById(`${field?.id}-error`)?.textContent;
}

interface FormErrorProps {
  submission: Pick<Submission, 'id' | 'form' | 'refusal' | 'attempts' | 'saidIn'>;
  /** The focused element when the form was sent. */
  focusedBefore: RefObject<Element | null>;
}

/**
 * The refusal, or the number of wrong fields. Announced once per attempt, here or by the toast with the same text; invisible
 * while that toast is shown, and removed once the fields are valid.
 */
export function FormError({ submission: { id, form, refusal, attempts, saidIn }, focusedBefore }: FormErrorProps) {
  const t = useT();
  const isBeingSaid = useIsOnScreen(saidIn);
  const { errors } = useFormState({ control: form.control });
  const wrong = Object.keys(errors).length;
  const text = refusal ?? (attempts > 0 && wrong > 0 ? t.count('form.wrong', wrong) : null);
  const own = saidIn === null ? text : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt, not while it is being corrected
  useEffect(() => {
    if (own) announce(joinSentences(own, errorOf(focusedBefore.current)));
  }, [attempts]);
  return text === null ? null : (
    <p
      id={refusalId(id)}
      data-form-error=""
      className={`rounded-2xl bg-alert-soft p-4 text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}
    >
      {text}
    </p>
  );
}
