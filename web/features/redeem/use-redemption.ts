/** A voucher on its way: look, confirm, undo. Every attempt has one nonce, also when it is sent again. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RedeemDetails, Redemption } from '#core/contract/redeem.ts';
import { redeem } from '#core/contract/redeem.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { api } from '#web/kit/data/api.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toastFailure } from '#web/kit/toasts.ts';
import { dequeue, enqueue, isAnswer, type RedeemBody } from './queue.ts';
import { redeemerQuery } from './redeemer.ts';

type Voucher = Redemption['voucher'];
export type Choice = NonNullable<RedeemDetails['vouchers']>[number];

export type Step =
  | { is: 'ready' }
  | { is: 'checking' | 'unchecked' | 'full'; body: RedeemBody }
  | { is: 'valid'; body: RedeemBody; voucher: Voucher; isBusy: boolean }
  | {
      is: 'accepted';
      voucher: Voucher;
      isAgain: boolean;
      undoUntil: string | null;
      nonce: string | null;
      isBusy: boolean;
    }
  | { is: 'undone'; voucher: Voucher }
  | { is: 'several'; body: RedeemBody; message: string; choices: Choice[] }
  | { is: 'refused'; message: string; nonce: string | null; isBusy: boolean }
  | { is: 'kept'; isLost: boolean };

/** A code from the address of the page, kept while somebody signs in for it. */
export const linkedCode = createStoredState<string>('redeemCode', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});

/** Longer waits for an answer count as no connection: a client stands at the counter. */
const ANSWER_MS = 10_000;

const inTime = <T>(call: Promise<T>): Promise<T> =>
  Promise.race([
    call,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer in time')), ANSWER_MS)),
  ]);

/** Shows the outcome of a call, unless somebody went on meanwhile. */
function useSteps() {
  const [step, setStep] = useState<Step>({ is: 'ready' });
  const asked = useRef(0);
  const show = (next: Step) => {
    asked.current += 1;
    setStep(next);
  };
  const ask = async <T>(call: Promise<T>, done: (answer: T) => Step, failed: (error: unknown) => Step) => {
    const own = asked.current;
    const next = await inTime(call).then(done, failed);
    if (own === asked.current) show(next);
  };
  return { step, show, ask };
}

const acceptedOf = ({ voucher, undoUntil, nonce, result }: Redemption): Step => {
  const isAgain = result === 'alreadyByYou';
  return { is: 'accepted', voucher, isAgain, undoUntil, nonce, isBusy: false };
};

/** What a refusal shows; null where there was no answer. */
function useRefusal() {
  const queries = useQueryClient();
  return (error: unknown, body: RedeemBody): Step | null => {
    if (!isAnswer(error)) return null;
    if (error.status === 401 || error.status === 403) {
      // Looked up again once it is known who asks.
      linkedCode.set(body.code);
      void queries.resetQueries({ queryKey: redeemerQuery.queryKey });
      return { is: 'ready' };
    }
    const { nonce = null, vouchers = [] } = (error.details ?? {}) as RedeemDetails;
    const message = error.said ?? '';
    return error.code === 'redeem.several'
      ? { is: 'several', body, message, choices: vouchers }
      : { is: 'refused', message, nonce, isBusy: false };
  };
}

export function useRedemption(redeemer: string) {
  const t = useT();
  const { step, show, ask } = useSteps();
  const refusalOf = useRefusal();
  /** Nonce of what waited on the device and is done anew. */
  const replaced = useRef('');
  const keep = (body: RedeemBody, isLost: boolean): Step =>
    enqueue(redeemer, body) ? { is: 'kept', isLost } : { is: 'full', body };

  const look = (body: RedeemBody) => {
    show({ is: 'checking', body });
    const { code, voucherId } = body;
    return ask(
      api.call(redeem.look, { body: { code, ...(voucherId && { voucherId }) } }),
      (answer) =>
        answer.result === 'valid' ? { is: 'valid', body, voucher: answer.voucher, isBusy: false } : acceptedOf(answer),
      (error) => refusalOf(error, body) ?? { is: 'unchecked', body },
    );
  };
  const confirm = (valid: Extract<Step, { is: 'valid' }>) => {
    const { body } = valid;
    show({ ...valid, isBusy: true });
    return ask(
      api.call(redeem.redeem, { body }),
      (answer) => {
        dequeue(replaced.current);
        return acceptedOf({ ...answer, nonce: answer.nonce ?? body.nonce });
      },
      (error) => refusalOf(error, body) ?? keep(body, true),
    );
  };
  const undo = (done: Extract<Step, { is: 'accepted' | 'refused' }>) => {
    if (!done.nonce) return;
    show({ ...done, isBusy: true });
    return ask(
      api.call(redeem.undo, { body: { nonce: done.nonce } }),
      ({ voucher }) => ({ is: 'undone', voucher }),
      (error) => {
        toastFailure(error, { t, text: t('redeem.undo.failed') });
        return { ...done, isBusy: false };
      },
    );
  };
  const check = (code: string, source: NonNullable<RedeemBody['source']>) => {
    replaced.current = '';
    return look({ code, source, nonce: randomUuid() });
  };
  /** A refused request keeps its nonce: what is asked anew gets another. */
  const again = (body: RedeemBody) => {
    replaced.current = body.nonce;
    return look({ ...body, nonce: randomUuid() });
  };
  const choose = (body: RedeemBody, voucherId: string) => look({ ...body, voucherId, nonce: randomUuid() });
  const next = () => show({ is: 'ready' });
  return { step, check, again, look, confirm, undo, choose, keep: (body: RedeemBody) => show(keep(body, false)), next };
}

export type Redeeming = ReturnType<typeof useRedemption>;
