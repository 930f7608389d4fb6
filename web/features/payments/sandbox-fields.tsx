/** The form of the sandbox: the manners of a real one, and the cards that may be tried beside it. */
import { useEffect, useImperativeHandle, useRef } from 'react';
import type { FieldCode } from '#core/contract/field-errors.ts';
import { CardDetails } from '#core/contract/payments.ts';
import { testNumbers } from '#core/domain/cards.ts';
import { useT } from '#web/kit/i18n.tsx';
import { SubmissionContext } from '#web/kit/use-field.ts';
import { useFields } from '#web/kit/use-submit.ts';
import { say } from '#web/kit/voice.tsx';
import { Obstacle } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import type { CardFieldsProps } from './card-fields.ts';
import { confirmInSandbox } from './sandbox-confirm.ts';
import { groupExpiry, grouped, groupNumber } from './typed-card.ts';

const offered = ['paid', 'authenticate', 'declined', 'funds', 'expired'] as const;
const cards = offered.map((outcome) => ({ number: testNumbers[outcome], outcome }));

/** The field that a card was declined for. */
const fieldOf: Record<string, keyof CardDetails> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_number: 'number',
  invalid_number: 'number',
};

export function SandboxFields({ prepared, ref, onReady }: CardFieldsProps) {
  const t = useT();
  const fields = useFields({ shape: CardDetails });
  const { form } = fields;
  const stoodIn = useRef<Element>(null);
  useEffect(onReady, [onReady]);
  useImperativeHandle(ref, () => ({
    async confirm() {
      let card: CardDetails | undefined;
      stoodIn.current = document.activeElement;
      await form.handleSubmit((filled) => {
        card = filled as CardDetails;
      })();
      if (!card) return { state: 'declined', decline: null };
      const outcome = await confirmInSandbox(prepared, card);
      const wrong = outcome.state === 'declined' && fieldOf[outcome.decline?.code ?? ''];
      if (wrong) form.setError(wrong, { message: 'checkCard' satisfies FieldCode }, { shouldFocus: true });
      return outcome;
    },
  }));
  const fillIn = (number: string) => {
    form.setValue('number', groupNumber(number));
    form.setValue('expiry', `12 / ${(new Date().getFullYear() + 3) % 100}`);
    form.setValue('cvc', '123');
    form.setValue('name', 'Ana Prova');
    form.clearErrors();
    say(t('checkout.test.filled'));
  };
  return (
    <SubmissionContext value={fields}>
      <TextField
        name="number"
        label={t('checkout.card.number')}
        inputMode="numeric"
        autoComplete="cc-number"
        onInput={grouped(groupNumber)}
        className="numerals"
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
        <TextField
          name="expiry"
          label={t('checkout.card.expiry')}
          hint={t('checkout.card.expiry.hint')}
          inputMode="numeric"
          autoComplete="cc-exp"
          onInput={grouped(groupExpiry)}
          className="numerals"
        />
        <TextField
          name="cvc"
          label={t('checkout.card.cvc')}
          hint={t('checkout.card.cvc.hint')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          className="numerals"
        />
      </div>
      <TextField name="name" label={t('checkout.card.name')} autoComplete="cc-name" maxLength={100} />
      <section aria-labelledby="test-cards" className="flex flex-col gap-2">
        <h3 id="test-cards" className="font-sans text-sm font-semibold tracking-normal">
          {t('checkout.test.cards')}
        </h3>
        <ul className="flex flex-col gap-2">
          {cards.map(({ number, outcome }) => (
            <li key={number}>
              <button
                type="button"
                onClick={() => fillIn(number)}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-2xl border border-line bg-surface px-4 py-2 text-left text-sm hover:border-edge"
              >
                <span className="font-semibold numerals">{groupNumber(number)}</span>
                <span className="text-quiet">{t(`checkout.test.${outcome}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Obstacle
        submission={{ ...fields, refusal: null, attempts: form.formState.submitCount, saidIn: null }}
        stoodIn={stoodIn}
      />
    </SubmissionContext>
  );
}
