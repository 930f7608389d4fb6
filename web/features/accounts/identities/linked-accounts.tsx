import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { LinkedAccount } from '#core/contract/accounts/identities.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { useIdentities } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormButton, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { IdentityButtons } from './identity-buttons.tsx';
import { type LinkCredential, unlinkedOf, useLink, useLinked } from './use-linked.ts';

const Unlink = lazyForm(async () => (await import('./unlink-form.tsx')).UnlinkForm, ['settings']);

/** The linked provider accounts; nothing where no provider is configured. */
export function LinkedAccounts({ user }: { user: User }) {
  const t = useT();
  const clients = useIdentities();
  const { data, error, refetch } = useLinked();
  if (!clients.google && !clients.apple && !data?.length) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t('linked.title')}</h3>
      {data ? (
        <>
          {data.length === 0 && <p className="text-muted">{t('linked.none')}</p>}
          <ul className="flex flex-col gap-3 empty:hidden">
            {data.map((account) => (
              <li key={account.provider} className="flex flex-wrap items-center gap-3">
                <Described account={account} />
                <FormButton
                  title={t('linked.unlink.of', { name: t(`linked.${account.provider}`) })}
                  variant="secondary"
                >
                  {(close) =>
                    user.hasPassword || data.length > 1 ? (
                      <Unlink user={user} account={account} onDone={close} />
                    ) : (
                      <OnlyWayIn />
                    )
                  }
                </FormButton>
              </li>
            ))}
          </ul>
          {unlinkedOf(clients, data).length > 0 && (
            <ButtonLink to="/settings/link" variant="secondary" className="self-start">
              {t('linked.add')}
            </ButtonLink>
          )}
        </>
      ) : error ? (
        <MissingPart what={t('linked.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-14" />
      )}
    </div>
  );
}

function Described({ account: { provider, email, linkedAt } }: { account: LinkedAccount }) {
  const t = useT();
  return (
    <div className="min-w-0 flex-[1_1_14rem]">
      <h4 className="font-sans text-base font-semibold tracking-normal">{t(`linked.${provider}`)}</h4>
      <p translate="no" className="text-sm wrap-anywhere">
        {email}
      </p>
      <p className="text-sm text-muted">{t('linked.since', { date: formatDate(linkedAt, t.language) })}</p>
    </div>
  );
}

function OnlyWayIn() {
  const t = useT();
  return (
    <>
      <p className="pb-4">{t('linked.only')}</p>
      <ButtonLink to="/reset">{t('security.password.set')}</ButtonLink>
    </>
  );
}

/** First the provider's account, then the password of the own account. */
export function LinkAccount({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useT();
  const clients = useIdentities();
  const { data, error, refetch } = useLinked();
  const [shown, setShown] = useState<LinkCredential | null>(null);
  if (!data)
    return error ? (
      <MissingPart what={t('linked.notFetched')} error={error} retry={() => void refetch()} />
    ) : (
      <Skeletons count={1} className="h-28" />
    );
  if (shown) return <Confirmation user={user} shown={shown} onDone={onDone} onOther={() => setShown(null)} />;
  const providers = unlinkedOf(clients, data);
  if (providers.length === 0) return <p>{t('linked.nothing')}</p>;
  return (
    <>
      <p>{t('linked.about')}</p>
      <div className="flex flex-col gap-3">
        <IdentityButtons
          providers={providers}
          isShown
          isBusy={false}
          onCredential={(provider, credential) => setShown({ provider, credential })}
        />
      </div>
    </>
  );
}

interface Props {
  user: User;
  shown: LinkCredential;
  onDone: () => void;
  onOther: () => void;
}

function Confirmation({ user, shown, onDone, onOther }: Props) {
  const t = useT();
  const submission = useLink({ shown, hasPassword: user.hasPassword, onDone });
  return (
    <>
      <Form card submission={submission} action={t('linked.add')} pending={t('linked.adding')}>
        <p>{t('linked.shown', { name: t(`linked.${shown.provider}`) })}</p>
        <OwnerField user={user} />
      </Form>
      <Button variant="plain" onClick={onOther}>
        {t('linked.other')}
      </Button>
    </>
  );
}
