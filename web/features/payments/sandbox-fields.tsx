/** The sandbox's card form, with the test cards beside it. */
import { type InputEvent, useEffect, useImperativeHandle, useRef } from 'react';
import type { FieldCode } from '#core/contract/field-errors.ts';
import { CardDetails } from '#core/contract/payments.ts';
import { digitsOf, readExpiry, testNumbers } from '#core/domain/cards.ts';
import { announce } from '#web/kit/access/announce.tsx';
import { SubmissionContext, useFields } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { FormError } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import {
  type CardFieldsProps,
  type Outcome,
  outcomeOf,
  type Prepared,
  type ProviderError,
  returnAddress,
} from './card-fields.ts';

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
  const focusedBefore = useRef<Element>(null);
  useEffect(onReady, [onReady]);
  useImperativeHandle(ref, () => ({
    async confirm() {
      let card: CardDetails | undefined;
      focusedBefore.current = document.activeElement;
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
    announce(t('checkout.test.filled'));
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
                <span className="text-muted">{t(`checkout.test.${outcome}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <FormError
        submission={{ ...fields, refusal: null, attempts: form.formState.submitCount, saidIn: null }}
        focusedBefore={focusedBefore}
      />
    </SubmissionContext>
  );
}

/** Timeout, in ms. */
const TIMEOUT_MS = 30_000;

/** Confirms the payment at the sandbox. */
async function confirmInSandbox(
  { paymentIntentId, clientSecret }: Prepared,
  { number, expiry, cvc }: CardDetails,
): Promise<Outcome> {
  const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 };
  const card = { number: digitsOf(number), expMonth: month, expYear: year, cvc };
  let answer: { status?: string; next_action?: { redirect_to_url?: { url?: string } } | null; error?: ProviderError };
  try {
    const response = await fetch(`/sandbox/payments/${paymentIntentId}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, returnUrl: returnAddress(), card }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json();
  } catch {
    // The shop resolves the outcome.
    return { state: 'unknown' };
  }
  const { status, error, next_action: next } = answer;
  const bank = status === 'requires_action' && next?.redirect_to_url?.url;
  if (!bank) return outcomeOf({ status, error });
  location.assign(bank);
  return { state: 'left' };
}

/** `4242 4242 4242 4242`; 4-6-5 for the fifteen digits of some cards. */
function groupNumber(digits: string): string {
  const some = digits.slice(0, 19);
  if (/^3[47]/.test(some)) return [some.slice(0, 4), some.slice(4, 10), some.slice(10)].filter(Boolean).join(' ');
  return some.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** `12 / 29`; a month gets its zero, a four-digit year loses its century. */
function groupExpiry(digits: string): string {
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const [month, year] = [whole.slice(0, 2), whole.slice(2)];
  const short = /^20\d{2}/.test(year) ? year.slice(2, 4) : year.slice(0, year.startsWith('20') ? 4 : 2);
  return year ? `${month} / ${short}` : month;
}

/** Formats digits in groups while they are typed, and keeps the cursor. */
const grouped =
  (group: (digits: string) => string) =>
  ({ currentTarget: input }: InputEvent<HTMLInputElement>): void => {
    const typed = input.value;
    const text = group(digitsOf(typed));
    if (text === typed) return;
    const at = input.selectionStart ?? typed.length;
    const isAtEnd = at === typed.length;
    const before = digitsOf(typed.slice(0, at)).length;
    input.value = text;
    const place = isAtEnd ? text.length : placeAfter(text, before);
    input.setSelectionRange(place, place);
  };

/** The index after so many digits. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (const [place, letter] of [...text].entries()) {
    if (seen === digits) return place;
    if (/\d/.test(letter)) seen += 1;
  }
  return text.length;
}
