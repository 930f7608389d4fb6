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
  | { is: 'accepted'; voucher: Voucher; isAgain: boolean; undoUntil: string | null; nonce: string | null; isBusy: boolean }
  | { is: 'undone'; voucher: Voucher }
  | { is: 'several'; body: RedeemBody; message: string; choices: Choice[] }
  | { is: 'refused'; code: string; message: string; nonce: string | null; isBusy: boolean }
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

export function useRedemption(redeemer: string) {
  const t = useT();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ is: 'ready' });
  /** Counts what was asked: an answer that comes after somebody went on is dropped. */
  const asked = useRef(0);

  const ask = async <T>(call: Promise<T>, done: (answer: T) => Step, failed: (error: unknown) => Step) => {
    asked.current += 1;
    const own = asked.current;
    const next = await inTime(call).then(done, failed);
    if (own === asked.current) setStep(next);
  };
  const refusal = (error: unknown, body: RedeemBody): Step | null => {
    if (!isAnswer(error)) return null;
    if (error.status === 401 || error.status === 403) {
      linkedCode.set(body.code);
      void queries.resetQueries({ queryKey: redeemerQuery.queryKey });
      return { is: 'ready' };
    }
    const { nonce = null, vouchers = [] } = (error.details ?? {}) as RedeemDetails;
    const message = error.said ?? '';
    return error.code === 'redeem.several'
      ? { is: 'several', body, message, choices: vouchers }
      : { is: 'refused', code: error.code, message, nonce, isBusy: false };
  };
  const accepted = ({ voucher, undoUntil, nonce, result }: Redemption): Step => {
    const isAgain = result === 'alreadyByYou';
    return { is: 'accepted', voucher, isAgain, undoUntil, nonce, isBusy: false };
  };
  const keep = (body: RedeemBody, isLost: boolean): Step =>
    enqueue(redeemer, body) ? { is: 'kept', isLost } : { is: 'full', body };

  const look = (body: RedeemBody) => {
    setStep({ is: 'checking', body });
    const { code, voucherId } = body;
    return ask(
      api.call(redeem.look, { body: { code, ...(voucherId && { voucherId }) } }),
      (answer) =>
        answer.result === 'valid' ? { is: 'valid', body, voucher: answer.voucher, isBusy: false } : accepted(answer),
      (error) => refusal(error, body) ?? { is: 'unchecked', body },
    );
  };
  const confirm = (valid: Extract<Step, { is: 'valid' }>) => {
    setStep({ ...valid, isBusy: true });
    const { body } = valid;
    return ask(
      api.call(redeem.redeem, { body }),
      (answer) => {
        dequeue(body.nonce);
        return accepted({ ...answer, nonce: answer.nonce ?? body.nonce });
      },
      (error) => refusal(error, body) ?? keep(body, true),
    );
  };
  const undo = (done: Extract<Step, { is: 'accepted' | 'refused' }>) => {
    if (!done.nonce) return;
    setStep({ ...done, isBusy: true });
    return ask(
      api.call(redeem.undo, { body: { nonce: done.nonce } }),
      ({ voucher }) => ({ is: 'undone', voucher }),
      (error) => {
        toastFailure(error, { t, text: t('redeem.undo.failed') });
        return { ...done, isBusy: false };
      },
    );
  };
  return {
    step,
    check: (code: string, source: NonNullable<RedeemBody['source']>) => look({ code, source, nonce: randomUuid() }),
    look,
    confirm,
    undo,
    choose: (body: RedeemBody, voucherId: string) => look({ ...body, voucherId }),
    keep: (body: RedeemBody) => setStep(keep(body, false)),
    next: () => {
      asked.current += 1;
      setStep({ is: 'ready' });
    },
  };
}

export type Redeeming = ReturnType<typeof useRedemption>;
