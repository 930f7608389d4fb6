/** A form with its button, and what stands in the way of sending it. */
import { type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { addressIn } from '#core/i18n/language.ts';
import { focusOn } from '#web/kit/focus.ts';
import { useHydrated } from '#web/kit/hydrated.ts';
import { useT } from '#web/kit/i18n.tsx';
import { UnsavedContext } from '#web/kit/leaving.ts';
import { useIsOnScreen } from '#web/kit/toasts.ts';
import { TypedContext } from '#web/kit/typed.ts';
import { refusalId, SubmissionContext } from '#web/kit/use-field.ts';
import type { Submission } from '#web/kit/use-submit.ts';
import { inSentences, say } from '#web/kit/voice.tsx';
import { Button } from '../button.tsx';
import { beginningOf } from '../dialog.tsx';
import { NeedsScripts } from '../needs-scripts.tsx';

interface Props {
  submission: Submission;
  /** What the button does. */
  action: string;
  /** What it says while that is under way. */
  pending: string;
  /** Why there is nothing to send yet: said to who presses all the same. */
  missing?: string | undefined;
  /** On a card of its own, where nothing else holds it. */
  card?: boolean;
  /** What stands before its first field is to be read first, so a dialog is begun at its title. */
  isTold?: boolean;
  /** What its button looks like, where it is not what one came for. */
  look?: 'danger';
  /** Where a browser may post it by itself: then it works without our script, as its row says (`form`). */
  to?: string;
  children: ReactNode;
}

export function Form({
  submission,
  action,
  pending,
  missing,
  card = false,
  isTold = false,
  look,
  to,
  children,
}: Props) {
  const t = useT();
  const { form, submit, isBusy, hasRequired } = submission;
  const { dirtyFields } = useFormState({ control: form.control });
  // What is pressed before the page is alive would send it as browsers do.
  const isAlive = useHydrated();
  const isTyped = Object.keys(dirtyFields).length > 0;
  const typed = use(TypedContext);
  const tellUnsaved = use(UnsavedContext);
  // A dialog asks for itself.
  const isOfPage = tellUnsaved !== null && typed === null;
  const box = useRef<HTMLFormElement>(null);
  const stoodIn = useRef<Element>(null);
  useEffect(() => {
    // A dialog may have opened before its form was there.
    const dialog = typed && box.current?.closest('dialog');
    const beginning = dialog && beginningOf(dialog);
    if (beginning) focusOn(beginning);
  }, [typed]);
  useEffect(() => {
    // What is on its way is not thrown away.
    if (!typed || !isTyped || isBusy) return;
    typed.current = {
      title: t('form.discard.title'),
      leave: t('form.discard.action'),
      stay: t('form.discard.keep'),
    };
    return () => {
      typed.current = null;
    };
  }, [typed, isTyped, isBusy, t]);
  useEffect(() => {
    if (!isOfPage) return;
    tellUnsaved(submission.id, isTyped);
    return () => tellUnsaved(submission.id, false);
  }, [isOfPage, tellUnsaved, submission.id, isTyped]);
  const forget = useRef(submission.forget);
  useEffect(() => {
    forget.current = submission.forget;
  });
  // What was wrong with it does not follow to another form.
  useEffect(() => () => forget.current(), []);
  return (
    <SubmissionContext value={submission}>
      <form
        ref={box}
        noValidate
        data-told={isTold ? '' : undefined}
        // By an address it would be known to every log.
        method="post"
        action={to && addressIn(t.language, to)}
        onSubmit={(event) => {
          stoodIn.current = document.activeElement;
          submit(event);
        }}
        className={`flex flex-col gap-4 ${card ? 'rounded-card bg-surface p-5 shadow-card sm:p-7' : ''}`}
      >
        {hasRequired && <p className="text-sm text-quiet">{t('form.required')}</p>}
        {children}
        <Obstacle submission={submission} stoodIn={stoodIn} />
        {!to && <NeedsScripts />}
        <div className={isOfPage ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : 'contents'}>
          <Button
            // What failed is tried again here.
            data-keep-clear={submission.saidIn === null ? undefined : ''}
            type={isAlive || to ? 'submit' : 'button'}
            // What was pressed before is done while the page comes alive.
            onClick={isAlive || to ? undefined : () => box.current?.requestSubmit()}
            look={look ?? (isOfPage && !isTyped ? 'quiet' : 'primary')}
            size={isOfPage ? 'medium' : 'large'}
            isBusy={isBusy || missing !== undefined}
            why={isBusy ? undefined : missing}
          >
            {isBusy ? pending : action}
          </Button>
          {isOfPage && (
            // Its place is kept free, so that nothing moves.
            <p className={`text-sm font-semibold text-quiet ${isTyped ? '' : 'invisible'}`}>{t('form.unsaved')}</p>
          )}
        </div>
      </form>
    </SubmissionContext>
  );
}

/** What is wrong with the field that had focus before and has it still: nothing else would say it. */
function problemOf(field: Element | null): string | undefined {
  if (field !== document.activeElement) return undefined;
  return document.getElementById(`${field?.id}-error`)?.textContent;
}

interface ObstacleProps {
  submission: Pick<Submission, 'id' | 'form' | 'refusal' | 'attempts' | 'saidIn'>;
  /** What had focus when the form was sent. */
  stoodIn: RefObject<Element | null>;
}

/**
 * Said once for each attempt, here or by the message that says the same, and seen once: its place is kept free until
 * that is gone. Gone when what was wrong is mended.
 */
export function Obstacle({ submission: { id, form, refusal, attempts, saidIn }, stoodIn }: ObstacleProps) {
  const t = useT();
  const isBeingSaid = useIsOnScreen(saidIn);
  const { errors } = useFormState({ control: form.control });
  const wrong = Object.keys(errors).length;
  const text = refusal ?? (attempts > 0 && wrong > 0 ? t.count('form.wrong', wrong) : null);
  const own = saidIn === null ? text : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each attempt, and not while it is being mended
  useEffect(() => {
    if (own) say(inSentences(own, problemOf(stoodIn.current)));
  }, [attempts]);
  return text === null ? null : (
    <p
      id={refusalId(id)}
      data-obstacle=""
      className={`rounded-2xl bg-alert-soft p-4 text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}
    >
      {text}
    </p>
  );
}
