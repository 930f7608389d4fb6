import type { Operator } from '#core/domain/shop.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';

/** Company name, NIPT, address and contact of the operator, in the words of the legal texts. */
export function OperatorDetails({ operator: { name, nipt, address, contact } }: { operator: Operator }) {
  const t = useT();
  return (
    <div className="flex flex-col rounded-2xl bg-raised p-4 wrap-anywhere">
      <strong translate="no">{name}</strong>
      {nipt && (
        <span>
          {t('legal.nipt')}: {nipt}
        </span>
      )}
      {address && (
        <span>
          {t('legal.address')}: {address}
        </span>
      )}
      {contact && (
        <span>
          {t('legal.contact')}:{' '}
          <a href={`mailto:${contact}`} className="inline-flex min-h-11 items-center text-brand underline">
            {contact}
          </a>
        </span>
      )}
    </div>
  );
}
